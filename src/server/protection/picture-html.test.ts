import { expect, test } from 'vitest';
import { pictureHtml } from '#server/protection/picture-html.ts';

test('a drawing stays as it is', () => {
  const svg = '<svg viewBox="0 0 24 24" width="24" fill="none"><path d="M1 2l3 4" stroke="#123456"></path></svg>';
  expect(pictureHtml(svg)).toBe(svg);
});

test.for([
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  '<svg onload="alert(1)"><script>alert(1)</script></svg>',
  '<svg><foreignObject><iframe src="https://evil.example"></iframe></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,x"></use></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<svg><style>@import "https://evil.example"</style></svg>',
  '<img src="javascript:alert(1)">',
])('what runs is gone: %s', (html) => {
  expect(pictureHtml(html)).not.toMatch(/script|onerror|onload|iframe|href|import|alert/i);
});
