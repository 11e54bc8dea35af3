import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];

type Token = { light: string; dark: string };

/** Every color of the back office in addition to Mantine's: one name, a light and a dark value. */
const tokens: Readonly<Record<string, Token>> = {
  '--mg-page': { light: '#ffffff', dark: '#16171a' },
  '--mg-raised': { light: '#f7f7f8', dark: '#1d1e22' },
  '--mg-hover': { light: '#f3f4f6', dark: '#222429' },
  '--mg-line': { light: '#e4e5e9', dark: '#2e3036' },
  '--mg-text': { light: '#1a1c20', dark: '#e6e7ea' },
  '--mg-muted': { light: '#5c6069', dark: '#a0a4ad' },
  '--mg-link': { light: '#4338ca', dark: '#a5b4fc' },
  '--mg-neutral-text': { light: '#484c55', dark: '#c3c6cd' },
  '--mg-neutral-fill': { light: '#eeeff2', dark: '#2b2d33' },
  '--mg-info-text': { light: '#1d4ea8', dark: '#93bdfd' },
  '--mg-info-fill': { light: '#e6effd', dark: '#1b2b48' },
  '--mg-waiting-text': { light: '#85500a', dark: '#f0c06a' },
  '--mg-waiting-fill': { light: '#fdf1db', dark: '#3a2c12' },
  '--mg-good-text': { light: '#146c43', dark: '#74d6a4' },
  '--mg-good-fill': { light: '#e3f5eb', dark: '#153225' },
  '--mg-bad-text': { light: '#b3261e', dark: '#ff9a92' },
  '--mg-bad-fill': { light: '#fdeae8', dark: '#441f1d' },
};

const valuesOf = (scheme: keyof Token): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, token[scheme]]));

const inScheme = (scheme: keyof Token): Record<string, string> => ({
  ...valuesOf(scheme),
  '--mantine-color-body': 'var(--mg-page)',
  '--mantine-color-text': 'var(--mg-text)',
  '--mantine-color-dimmed': 'var(--mg-muted)',
  '--mantine-color-anchor': 'var(--mg-link)',
  '--mantine-color-default-border': 'var(--mg-line)',
  '--mantine-color-placeholder': 'var(--mg-muted)',
  '--mantine-color-error': 'var(--mg-bad-text)',
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: inScheme('light'),
  dark: inScheme('dark'),
});

/** 14 px text on a 4 px grid, one accent color, shadows only on what floats. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    sizes: {
      h1: { fontSize: '1.25rem' },
      h2: { fontSize: '0.875rem' },
      h3: { fontSize: '0.875rem' },
    },
    fontWeight: '600',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Modal: {
      defaultProps: {
        transitionProps: { duration: 150 },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // A dialog's heading is no banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    MenuLabel: { defaultProps: { role: 'group' } },
    Menu: {
      // Within its place, so that it belongs to a landmark.
      defaultProps: {
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100 },
        shadow: 'md',
        position: 'bottom-end',
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 150,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Button: { defaultProps: { size: 'sm' } },
  },
});
