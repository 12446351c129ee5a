// The page as an installed program: its service worker, and whether a newer version waits for the next start.
import { folder } from "../app/router.svelte";

// A folder of static files may lie anywhere; a server's page lies at the root, whatever its address says.
const service_address = () => (folder ? new URL("sw.js", location.href) : new URL("/sw.js", location.origin));

class Registration {
  newer = $state(false);
  #waiting: ServiceWorker | null = null;

  // After the page itself has come, so that its files are not fetched twice at once.
  start() {
    if (!("serviceWorker" in navigator)) return;
    const register = () => void this.#register().catch(() => undefined); // no secure address: the page works as ever
    if (document.readyState === "complete") register();
    else addEventListener("load", register, { once: true });
  }

  async #register() {
    const found = await navigator.serviceWorker.register(service_address(), {
      updateViaCache: "none",
    });
    this.#look(found.waiting);
    found.addEventListener("updatefound", () => {
      const coming = found.installing;
      coming?.addEventListener("statechange", () => this.#look(found.waiting));
    });
  }

  #look(waiting: ServiceWorker | null) {
    this.#waiting = waiting;
    this.newer = waiting !== null && navigator.serviceWorker.controller !== null;
  }

  // Starts the page anew with the version that waits, in every window.
  renew() {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting?.postMessage("take over");
  }
}

export const registration = new Registration();
