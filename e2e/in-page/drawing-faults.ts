/**
 * What a look at a screenshot would find: words cut off without an ellipsis, words of the portal broken in two, controls that lie over one another, and
 * controls that do not show that they have the focus. Returns each as a sentence.
 */
(() => {
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden=true], [hidden]');
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') || element.textContent || (element as Partial<HTMLInputElement>).labels?.[0]?.textContent || '').trim().slice(0, 40)}"`;
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  const within = (box: Box, element: Element | null): Box => {
    if (element === null) return box;
    const clips = getComputedStyle(element).overflowY !== 'visible';
    const by = element.getBoundingClientRect();
    const left = clips ? Math.max(box.left, by.left) : box.left;
    const right = clips ? Math.min(box.right, by.right) : box.right;
    const top = clips ? Math.max(box.top, by.top) : box.top;
    const bottom = clips ? Math.min(box.bottom, by.bottom) : box.bottom;
    return within({ left, right, top, bottom }, element.parentElement);
  };
  // A link in running text has a box for each of its lines; of what is scrolled away nothing is seen.
  const boxesOf = (element: Element): Box[] =>
    [...element.getClientRects()].map((box) => within(box, element.parentElement));
  const overlap = (a: Box, b: Box): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const faults: string[] = [];

  for (const element of document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')) {
    const hasWords = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasWords || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const isForEars = element.offsetWidth <= 1 || element.offsetHeight <= 1;
    const mayBeCut = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const isCut =
      style.overflowX !== 'visible' && style.overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
    if (isCut && !mayBeCut && !isForEars) faults.push(`${nameOf(element)} is cut off`);
  }

  // Words and claim numbers; an address without spaces is broken somewhere. This browser knows no hyphenation.
  const WHOLE =
    /(?<![^\s\u2066-\u2069])(?:[\p{Script=Latin}\p{Script=Arabic}]{3,}|[A-Z]-[0-9A-Z]{8})(?![^\s\p{P}\u2066-\u2069]|[-/@.]\S)/gu;
  const linesOf = (range: Range): number => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  while (location.pathname.startsWith('/p/') && texts.nextNode()) {
    const text = texts.currentNode;
    const around = text.parentElement;
    if (!around || !isSeen(around) || around.offsetWidth <= 1) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (linesOf(range) < 2) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(WHOLE)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (linesOf(range) > 1) faults.push(`${nameOf(around)} breaks ${word} in two`);
    }
  }

  const controls = [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, [role=slider])'),
  ].filter((element) => isSeen(element) && !element.matches(':disabled') && element.offsetWidth > 1);
  const staying = (element: Element | null): Element | null =>
    element && getComputedStyle(element).position === 'sticky' ? element : element && staying(element.parentElement);
  for (const [at, one] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      // What lies under a bar that stays is scrolled away.
      if (staying(one) !== staying(other)) continue;
      if (one.contains(other) || other.contains(one) || one.parentElement === other.parentElement?.parentElement)
        continue;
      if (boxesOf(one).some((a) => boxesOf(other).some((b) => overlap(a, b))))
        faults.push(`${nameOf(one)} lies over ${nameOf(other)}`);
    }

  // As the keyboard puts it there; without the transitions in which a ring appears.
  const still = document.createElement('style');
  still.textContent = '*, *::before, *::after { transition: none !important; }';
  document.head.append(still);
  const ringOf = (element: Element): string =>
    [element, element.parentElement, element.nextElementSibling, element.closest('label, .mantine-Input-input')]
      .map((each) => each && getComputedStyle(each))
      .map((style) => style && `${style.outline} ${style.boxShadow} ${style.borderColor}`)
      .join();
  for (const element of controls) {
    element.blur();
    const before = ringOf(element);
    element.focus({ preventScroll: true });
    if (document.activeElement === element && ringOf(element) === before)
      faults.push(`${nameOf(element)} does not show the focus`);
  }
  still.remove();
  return faults;
})();
