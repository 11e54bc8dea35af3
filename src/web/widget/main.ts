import { runWidget } from './widget.ts';

const script = document.currentScript;
const MARK = 'makegoodCover';

// Once a page, however often the theme loads it; and whatever goes wrong here stays here.
if (script instanceof HTMLScriptElement && !(MARK in window)) {
  Reflect.set(window, MARK, 1);
  runWidget(script).catch(() => undefined);
}
