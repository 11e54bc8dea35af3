import { memo, type FunctionComponent } from 'react';
import { useLanguage } from '../texts.ts';

/** A part of a screen that is drawn again only where what it is given changes, or the language. */
export const drawnOnce = <Props extends object>(Part: FunctionComponent<Props>) =>
  memo(function Drawn(props: Props) {
    useLanguage();
    return Part(props);
  });
