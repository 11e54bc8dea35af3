const SECTION = 'shopify-section-';
const MOST_SECTIONS = 5;

/** The parts of the page that show the cart, by the names the platform draws them again with. */
export function sectionsShown(carts: readonly Element[]): string[] {
  const around = carts.flatMap((cart) => [
    cart.closest(`[id^="${SECTION}"]`),
    ...cart.querySelectorAll(`[id^="${SECTION}"]`),
  ]);
  const names = around.flatMap((section) => (section ? [section.id.slice(SECTION.length)] : []));
  return [...new Set(names)].slice(0, MOST_SECTIONS);
}

/** Puts in what the platform has drawn again, and asks themes that draw their cart themselves to do so. */
export function drawAgain(sections: Readonly<Record<string, string | null>>): void {
  for (const [name, html] of Object.entries(sections)) {
    const place = document.getElementById(SECTION + name);
    const made =
      html === null ? null : new DOMParser().parseFromString(html, 'text/html').getElementById(SECTION + name);
    if (place && made) place.innerHTML = made.innerHTML;
  }
  document.dispatchEvent(new CustomEvent('cart:refresh', { bubbles: true }));
}
