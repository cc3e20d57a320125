// Passkeys: asks the server for a challenge, the browser for an answer to it, and sends
// that as the form would. Without this script the forms stay hidden.

const bytes = (text) =>
  Uint8Array.from(
    atob(text.replace(/-/g, "+").replace(/_/g, "/")),
    (each) => each.charCodeAt(0),
  );

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

const named = (list) =>
  (list ?? []).map((each) => ({ ...each, id: bytes(each.id) }));

/** The server's challenge as the browser wants it: bytes where JSON has text. */
function challenge(options) {
  const key = { ...options, challenge: bytes(options.challenge) };
  if (options.user)
    key.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials)
    key.excludeCredentials = named(options.excludeCredentials);
  if (options.allowCredentials)
    key.allowCredentials = named(options.allowCredentials);
  return { publicKey: key };
}

/** The browser's answer as JSON. */
function answer(credential) {
  const response = {};
  for (const part of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ])
    if (credential.response[part])
      response[part] = text(credential.response[part]);
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  });
}

async function ask(form) {
  const asked = await fetch(form.action, {
    headers: { Accept: "application/json" },
  });
  if (!asked.headers.get("Content-Type")?.startsWith("application/json")) {
    // The time for it is over: the server asks for a sign-in first.
    location.assign(asked.url);
    return;
  }
  const data = await asked.json();
  const options = data.creation_options ?? data.request_options;
  const credential = await navigator.credentials[form.dataset.passkey](
    challenge(options.publicKey),
  );
  form.elements.credential.value = answer(credential);
  form.submit();
}

for (const note of document.querySelectorAll("[data-without-script]")) note.hidden = true;

for (const form of document.querySelectorAll("[data-passkey]")) {
  const button = form.querySelector("button");
  const said = form.querySelector("[role=status]");
  form.hidden = false;
  // A passkey belongs to a name: browsers give none to an address of numbers.
  if (!window.PublicKeyCredential || /^[\d.]+$|:/.test(location.hostname)) {
    button.disabled = true;
    said.textContent = form.dataset.nowhere;
    continue;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.setAttribute("aria-busy", "true");
    said.textContent = "";
    try {
      await ask(form);
    } catch {
      said.textContent = form.dataset.trouble;
    }
    button.removeAttribute("aria-busy");
  });
}
