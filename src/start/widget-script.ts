import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';

const ENTRY = fileURLToPath(new URL('../web/widget/main.ts', import.meta.url));

/** The script that offers the cover in the pages of a shop: one classic script, as every such page loads it. */
export async function widgetScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['iife'], name: 'makegoodCoverWidget' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RolldownOutput[];
  const [script] = outputs.flatMap(({ output }) => output);
  if (script?.type !== 'chunk') throw new Error('the widget was not built');
  return script.code;
}

/** Writes it at the address that themes keep. */
export const shopWidget: Plugin = {
  name: 'shop-widget',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'widget.js', source: await widgetScript() });
  },
};
