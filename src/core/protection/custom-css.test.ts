import { expect, test } from 'vitest';
import { customCssProblem } from '#core/protection/custom-css.ts';

test.for([
  '.cover { color: #123456; margin: 0 auto }',
  '.cover > p { background: url("https://shop.example/a.png") }',
  '.cover > p { background: url( "https://shop.example/a.png" ) }',
  ".cover > p { background: url(\n 'https://shop.example/a.png') }",
  '@font-face { font-family: A; src: url(https://shop.example/a.woff2) format("woff2") }',
  '',
])('is accepted: %s', (css) => {
  expect(customCssProblem(css)).toBeNull();
});

test.for([
  '</style><script>alert(1)</script>',
  '@import "https://evil.example/a.css";',
  'a { background: url(http://evil.example/a.png) }',
  'a { background: url( "data:text/html,x") }',
  'a { background: url(  http://evil.example/a.png) }',
  'a { background: image-set("http://evil.example/a.png" 1x) }',
  'a { background: -webkit-image-set("//evil.example/a.png" 1x, url(https://shop.example/a.png) 2x) }',
  'a { background: image("http://evil.example/a.png") }',
  'a { background: src("http://evil.example/a.png") }',
  'a { background: u\\72l(http://evil.example) }',
  'a { width: expression(alert(1)) }',
  'a { behavior: url(https://evil.example/a.htc) }',
])('is refused: %s', (css) => {
  expect(customCssProblem(css)).not.toBeNull();
});
