import { pastedKeyForm } from "../../base/secrets/secret_forms.ts";

/**
 * The script of the pages, as browsers load it. Every page works without it. It adds copy buttons, shows confirmations as dialogs, and closes toasts. It keeps
 * usage numbers and the progress of imports up to date, opens the command palette, and chooses the time zone of the browser. It suggests the values of
 * fields, and counts their characters.
 * At sign-out, it asks before it deletes text that the editor could not save, and shows a link to that text.
 */
export const script: string = withoutIndents(`"use strict";
addCopyButtons();
copyFromElsewhere();
document.addEventListener("click", openAsDialog);
document.addEventListener("submit", openFormAsDialog);
document.addEventListener("change", followScope);
document.addEventListener("input", cutPastedKey, true);
document.addEventListener("submit", forgetTextAtSignOut);
showAddressOfList();
showToast();
watchSelections();
keepUsageCurrent();
keepProgressCurrent();
addPalette();
presetTimeZone();
showLinkToKeptTexts();
suggestValues();
countCharacters();

// The script keeps the choice right, so the server need not compare it with the shown choice.
function followScope({ target }) {
  const field = target.closest("[data-scope]");
  if (!field) return;
  field.querySelector("[name=scope-shown]").disabled = true;
  if (target.type === "checkbox" && target.checked) field.querySelector("[name=scope][value=some]").checked = true;
}

// A key that is pasted into a search must not get into an address.
function cutPastedKey({ target }) {
  if (!(target instanceof HTMLInputElement) || (target.form && !target.form.matches("[role=search]"))) return;
  const cut = target.value.replace(/${pastedKeyForm.source}/g, "$1");
  if (cut !== target.value) target.value = cut;
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const shown of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    if (shown.dataset.copy) button.setAttribute("aria-label", "Copy " + shown.dataset.copy);
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(shown.textContent);
        status.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(shown);
        status.textContent = "Selected: copy it with the keyboard";
      }
    });
    shown.after(button, " ", status);
  }
}

function copyFromElsewhere() {
  for (const button of document.querySelectorAll("[data-copy-from]")) {
    button.addEventListener("click", () => {
      document.getElementById(button.dataset.copyFrom).nextElementSibling?.click();
      button.firstChild.textContent = "Copied";
    });
  }
}

function openAsDialog(event) {
  const link = event.target.closest("a[data-dialog]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
  event.preventDefault();
  return showDialog(link, () => fetch(link.href), () => location.assign(link.href));
}

function openFormAsDialog(event) {
  const { target: form, submitter } = event;
  if (!submitter || !("dialog" in submitter.dataset) || !window.HTMLDialogElement) return;
  event.preventDefault();
  const send = () => {
    const body = new URLSearchParams(new FormData(form, submitter));
    const headers = { "x-form-token": body.get("form-token") };
    body.delete("form-token");
    return fetch(form.action, { method: "POST", headers, body });
  };
  return showDialog(submitter, send, () => {
    delete submitter.dataset.dialog;
    form.requestSubmit(submitter);
  });
}

async function showDialog(opener, load, leave) {
  try {
    const response = await load();
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const question = page.querySelector("[data-question]");
    if (!response.ok || !question) throw new Error("no question");
    const heading = page.querySelector("h1");
    const dialog = document.createElement("dialog");
    const title = document.createElement("h2");
    title.id = "dialog-title";
    title.textContent = heading.textContent;
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.append(title, document.importNode(question, true));
    dialog.querySelector("a[data-cancel]").addEventListener("click", (cancelled) => {
      cancelled.preventDefault();
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      opener.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  } catch {
    leave();
  }
}

// The editor keeps unsaved text in this browser. Without its user, it is only a risk.
function forgetTextAtSignOut(event) {
  const { signOut } = event.target.dataset;
  if (signOut === undefined) return;
  const keys = keysOfKeptTexts(signOut);
  if (keys.length === 0) return;
  if (!confirm("This browser has text of yours that was not saved. Sign out and delete the text?")) {
    event.preventDefault();
    return;
  }
  for (const key of keys) localStorage.removeItem(key);
}

function keysOfKeptTexts(user) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith("postern-unsaved " + user + " "));
  } catch {
    return [];
  }
}

function showLinkToKeptTexts() {
  for (const link of document.querySelectorAll("[data-kept-by]")) {
    link.hidden = keysOfKeptTexts(link.dataset.keptBy).length === 0;
  }
}

function showAddressOfList() {
  const result = document.querySelector("[data-address]");
  if (result) history.replaceState(null, "", result.dataset.address);
}

// Screen readers announce a text that is added, but no text that the page starts with.
function showToast() {
  const toast = document.querySelector(".toast");
  if (!toast) return;
  toast.hidden = history.state?.isToastSeen === true;
  if (toast.hidden) return;
  history.replaceState({ isToastSeen: true }, "");
  const status = toast.querySelector("[role=status]");
  const { textContent } = status;
  status.textContent = "";
  setTimeout(() => (status.textContent = textContent), 100);
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => {
    toast.hidden = true;
    document.querySelector("main").focus();
  });
  toast.append(close);
  if (toast.querySelector("form, a")) return;
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.hidden || toast.matches(":hover, :focus-within")) wait();
      else toast.hidden = true;
    }, 10000);
  };
  for (const event of ["pointerleave", "focusout"]) toast.addEventListener(event, wait);
  wait();
}

function watchSelections() {
  for (const form of document.querySelectorAll("[data-bulk]")) {
    const all = form.querySelector("[data-select-all]");
    const boxes = [...form.querySelectorAll("[name=post]")];
    const show = () => {
      const count = boxes.filter((box) => box.checked).length;
      all.checked = count === boxes.length;
      all.indeterminate = count > 0 && !all.checked;
      form.querySelector("[data-selected]").textContent = (count || "None") + " selected";
      for (const button of form.querySelectorAll("[name=act]")) button.disabled = count === 0;
    };
    form.addEventListener("change", (event) => {
      if (event.target === all) for (const box of boxes) box.checked = all.checked;
      show();
    });
    show();
    addEventListener("pageshow", show);
  }
}

function keepUsageCurrent() {
  const source = document.querySelector("[data-usage-source]");
  if (!source) return;
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const response = await fetch(source.dataset.usageSource);
      if (!response.ok || response.redirected) return;
      for (const [id, text] of Object.entries(await response.json())) {
        const place = document.querySelector('[data-usage="' + CSS.escape(id) + '"]');
        if (place && place.textContent !== text) place.textContent = text;
      }
    } catch {
      // The next interval tries again.
    }
  };
  setInterval(refresh, Number(source.dataset.usageSeconds) * 1000);
  document.addEventListener("visibilitychange", refresh);
}

function keepProgressCurrent() {
  const shown = document.querySelector("[data-progress]");
  if (!shown || shown.getAttribute("aria-busy") !== "true") return;
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const response = await fetch(location.href);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = page.querySelector("[data-progress]");
      if (!response.ok || response.redirected || !next) return;
      shown.replaceChildren(...document.importNode(next, true).childNodes);
      if (next.getAttribute("aria-busy") === "true") return;
      clearInterval(timer);
      shown.setAttribute("aria-busy", "false");
      document.title = page.title;
      document.querySelector("h1").textContent = page.querySelector("h1").textContent;
    } catch {
      // The next interval tries again.
    }
  }, Number(shown.dataset.progress) * 1000);
}

// A date that is filled in already belongs to the shown time zone.
function presetTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const input of document.querySelectorAll("[data-time-zone] input")) {
    if (input.form.querySelector("[name=date]")?.value === "") input.value = timeZone;
  }
}

function suggestValues() {
  for (const field of document.querySelectorAll("[data-suggestions]")) {
    const input = field.localName === "textarea" ? lineInput(field) : field;
    const list = document.createElement("datalist");
    list.id = field.id + "-suggestions";
    input.after(list);
    input.setAttribute("list", list.id);
    input.autocomplete = "off";
    let wanted;
    let timer;
    const suggest = async () => {
      const address = new URL(field.dataset.suggestions, location.href);
      address.searchParams.set("q", input.value.trim());
      wanted = address.href;
      try {
        const response = await fetch(address, { headers: { accept: "application/json" } });
        if (!response.ok || response.redirected) return;
        const { values } = await response.json();
        if (wanted !== address.href) return;
        list.replaceChildren(...values.map(({ value, label }) => new Option(label ?? value, value)));
      } catch {
        // The next key tries again.
      }
    };
    input.addEventListener("focus", suggest, { once: true });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(suggest, 200);
    });
  }
}

// Browsers suggest values only in inputs, and the field has a value on each line. So an input beside it adds a line.
function lineInput(area) {
  const input = document.createElement("input");
  const label = document.querySelector('label[for="' + CSS.escape(area.id) + '"]')?.textContent ?? area.name;
  input.type = "text";
  input.dir = "auto";
  input.placeholder = "Find and add";
  input.setAttribute("aria-label", "Find and add: " + label);
  const add = () => {
    const value = input.value.trim();
    input.value = "";
    const lines = area.value.split("\\n").map((line) => line.trim()).filter((line) => line !== "");
    if (value === "" || lines.includes(value)) return;
    area.value = [...lines, value].join("\\n");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    add();
  });
  input.addEventListener("input", (event) => {
    event.stopPropagation();
    const isChosen = event.inputType === undefined || event.inputType === "insertReplacementText";
    if (isChosen && [...input.list.options].some(({ value }) => value === input.value)) add();
  });
  input.addEventListener("change", add);
  area.after(input);
  return input;
}

function countCharacters() {
  const format = new Intl.NumberFormat("en-US");
  for (const area of document.querySelectorAll("[data-usual-length]")) {
    const count = document.createElement("p");
    count.className = "hint";
    const most = Number(area.dataset.usualLength);
    const show = () => {
      const { length } = Array.from(area.value);
      const more = length > most ? ". Search engines show about " + most : " of about " + most;
      count.textContent = format.format(length) + (length === 1 ? " character" : " characters") + more;
    };
    area.after(count);
    area.addEventListener("input", show);
    show();
  }
}

function addPalette() {
  const link = document.querySelector("a[data-palette]");
  if (!link || !window.HTMLDialogElement) return;
  if (/Mac|iPhone|iPad/.test(navigator.platform)) link.querySelector("kbd").textContent = "⌘ K";
  const open = async (event) => {
    event.preventDefault();
    try {
      const { openPalette } = await import(link.dataset.palette);
      openPalette(link);
    } catch {
      location.assign(link.href);
    }
  };
  link.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (event.isComposing || event.keyCode === 229) return;
    // Keyboards of other scripts have no letter K.
    const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === "k" : event.code === "KeyK";
    if (isK && !document.querySelector("dialog[open]")) open(event);
  });
}
`);

/** Returns a text with less bytes to load. No literal of the script has several lines. */
function withoutIndents(text: string): string {
  return text.replaceAll(/\n +/g, "\n");
}
