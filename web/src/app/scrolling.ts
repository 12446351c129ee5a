// What is too long for its place can be scrolled with the keyboard: an attachment that makes such an element a stop of
// the Tab key, for as long as something is out of sight and nothing inside is a stop already.
const stops = "a[href], button, input, select, textarea, summary, [tabindex='0']";

export function scrolls(element: HTMLElement) {
  const look = () => {
    const hides = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    const stop = (hides && !element.querySelector(stops)) || element === document.activeElement;
    if (stop === element.hasAttribute("tabindex")) return;
    if (stop) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const contents = new MutationObserver(look);
  sizes.observe(element);
  contents.observe(element, { childList: true, subtree: true, characterData: true, attributeFilter: ["tabindex"] });
  return () => {
    sizes.disconnect();
    contents.disconnect();
  };
}
