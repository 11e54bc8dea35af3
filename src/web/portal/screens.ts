import { lazy, type ComponentType } from 'react';
import { loadTexts } from './texts.ts';

/** A screen that is loaded when it is opened, with the texts of the screens that follow it. */
export const laterScreen = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTexts('return', 'claim')]);
    return { default: screen };
  });
