import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/** A component whose code is loaded when it is first shown; `fallback` is shown until then. */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Later = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback }, createElement(Later, props));
}
