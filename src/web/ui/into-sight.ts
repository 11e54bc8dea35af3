/** As a ref: brings what just appeared into sight, where the page was scrolled to something else. */
export const intoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
