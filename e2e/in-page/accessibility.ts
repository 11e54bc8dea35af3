import type axeCore from 'axe-core';

declare const axe: typeof axeCore;
/**
 * What axe, which is loaded already, finds wrong with the page, each as a sentence; and the looks of words that have
 * enough contrast. Contrast takes axe most of its time: words that look like known ones aren't measured again.
 */
const findFaults = async (known: readonly string[]): Promise<{ faults: string[]; enough: string[] }> => {
  const backdrops = new Map<Element, string>();
  const backdropOf = (element: Element | null): string => {
    if (element === null) return '';
    const before = backdrops.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
    const backdrop = `${own ? '' : `/${backgroundColor} ${backgroundImage} ${opacity}`}${backdropOf(element.parentElement)}`;
    backdrops.set(element, backdrop);
    return backdrop;
  };
  // What axe leaves out looks like nothing else.
  const isLeftOut = (element: Element): boolean =>
    element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], [inert]') !== null ||
    element.closest('label')?.control?.matches(':disabled') === true;
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return `${color} ${fontSize} ${fontWeight} ${textShadow} ${isLeftOut(element)}${backdropOf(element)}`;
  };
  const hasWords = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

  const seen = new Set(known);
  const looks = new Map<Element, string>();
  for (const element of document.body.querySelectorAll('*'))
    if (hasWords(element) && element.checkVisibility()) {
      const look = lookOf(element);
      if (!seen.has(look)) looks.set(element, look);
    }
  const usual = { selectors: false, iframes: false, elementRef: true } as const;
  const found = await axe.run(document, {
    ...usual,
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  });
  const contrast =
    looks.size === 0
      ? { violations: [], passes: [] }
      : await axe.run([...looks.keys()], {
          ...usual,
          resultTypes: ['violations', 'passes'],
          runOnly: ['color-contrast'],
        });
  const enough = contrast.passes.flatMap(({ nodes }) =>
    nodes.flatMap(({ element }) => (element && looks.get(element)) ?? []),
  );
  const faults = [...found.violations, ...contrast.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
  );
  return { faults, enough };
};
Object.assign(globalThis, { findFaults });
