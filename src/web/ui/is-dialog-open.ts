/** Asked before a key of the page does something: what is behind a dialog must not move or open. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;
