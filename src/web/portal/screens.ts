import { lazy, type ComponentType } from 'react';
import { loadTexts, type Area } from './texts.ts';

/** A screen that is loaded when it is opened, with the texts of the screens that follow it. */
export const laterScreen = <Props>(load: () => Promise<ComponentType<Props>>, ...also: readonly Area[]) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTexts('return', 'claim', ...also)]);
    return { default: screen };
  });
