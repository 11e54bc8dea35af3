/** The element around everything we put into a page. */
export const OURS = 'MAKEGOOD-COVER';

export type Root = Document | ShadowRoot;

/** Open shadow roots below a root, and those inside them. */
function rootsBelow(root: Root): Root[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot, nodeName }) =>
    shadowRoot && nodeName !== OURS ? rootsBelow(shadowRoot) : [],
  );
  return [root, ...inner];
}

export const rootsOf = (isDeep: boolean): Root[] => (isDeep ? rootsBelow(document) : [document]);

/** What the selectors find; one that no browser understands finds nothing. */
export function findAll(roots: readonly Root[], selectors: readonly string[]): Element[] {
  const found = roots.flatMap((root) =>
    selectors.flatMap((selector) => {
      try {
        return [...root.querySelectorAll(selector)];
      } catch {
        return [];
      }
    }),
  );
  return [...new Set(found)];
}
