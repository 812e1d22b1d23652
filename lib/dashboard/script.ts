/**
 * The script of the pages, as browsers load it. Every page works without it. It adds copy buttons, shows confirmations as dialogs and
 * keeps the usage numbers up to date. It opens the command palette, and chooses the time zone of the browser.
 */
export const script: string = `"use strict";
addCopyButtons();
document.addEventListener("click", openAsDialog);
keepUsageCurrent();
addPalette();
presetTimeZone();

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const shown of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
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

async function openAsDialog(event) {
  const link = event.target.closest("a[data-dialog]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
  event.preventDefault();
  try {
    const response = await fetch(link.href);
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
      link.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  } catch {
    location.assign(link.href);
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

// A date that is filled in already belongs to the shown time zone.
function presetTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const select of document.querySelectorAll("select[name=timeZone]")) {
    const isKnown = [...select.options].some(({ value }) => value === timeZone);
    if (isKnown && select.form.querySelector("[name=date]")?.value === "") select.value = timeZone;
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
    // Keyboards of other scripts have no letter K.
    const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === "k" : event.code === "KeyK";
    if (isK && !document.querySelector("dialog[open]")) open(event);
  });
}
`;
