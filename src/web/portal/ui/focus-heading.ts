/** Where what had the focus is gone, reading goes on at the heading of the screen. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus();
