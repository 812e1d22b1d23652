import type { Page } from "playwright-core";

/** Steps of a person on a page, and the pages that were loaded for them. */
export interface StepCount {
  steps: number;
  loads: number;
}

/** Acts on a page as a person does, and counts the clicks, entries and keys. */
export class CountedSteps {
  readonly page: Page;
  #steps = 0;
  #loads = 0;

  constructor(page: Page) {
    this.page = page;
    page.on("load", () => this.#loads++);
  }

  get count(): StepCount {
    return { steps: this.#steps, loads: this.#loads };
  }

  async click(selector: string): Promise<void> {
    this.#steps++;
    await this.page.click(selector);
    await this.page.waitForLoadState("load");
  }

  async enter(selector: string, text: string): Promise<void> {
    this.#steps++;
    await this.page.fill(selector, text);
  }

  async choose(selector: string, value: string): Promise<void> {
    this.#steps++;
    await this.page.selectOption(selector, value);
  }

  async press(key: string): Promise<void> {
    this.#steps++;
    await this.page.keyboard.press(key);
    await this.page.waitForLoadState("load");
  }
}
