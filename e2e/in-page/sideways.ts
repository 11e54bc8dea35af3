/** An error of the page where something stays beyond the sides of the screen for longer than a change of screens takes. */
(() => {
  const EVERY_MS = 150;
  let times = 0;
  const nameOf = ({ tagName, className, textContent }: Element): string =>
    `${tagName.toLowerCase()}.${className} "${(textContent ?? '').trim().slice(0, 40)}"`;
  const outside = (): string[] =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > window.innerWidth + 1 || left < -1;
      })
      .slice(-3)
      .map(nameOf);
  setInterval(() => {
    const { scrollWidth } = document.documentElement;
    times = scrollWidth > window.innerWidth ? times + 1 : 0;
    if (times === 3) throw new Error(`${location.pathname} is ${scrollWidth} wide: ${outside().join(', ')}`);
  }, EVERY_MS);
})();
