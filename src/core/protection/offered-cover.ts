import type { WidgetConfig } from '#core/protection/widget-config.ts';

/** What the widget in the pages of a shop shows and does while the cover is offered. */
export type OfferedCover = Extract<WidgetConfig, { isOn: true }>;
