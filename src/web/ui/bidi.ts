/** A name within a sentence, kept from reordering the words around it whatever its script. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
