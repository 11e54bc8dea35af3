import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { compileAll } from '../core/texts/compile.ts';

const COMPILED = /\?compiled$/;

/** Compiles a catalog of texts that is imported with `?compiled`. */
export const compiledTexts: Plugin = {
  name: 'compiled-texts',
  enforce: 'pre',
  async load(id) {
    if (!COMPILED.test(id)) return null;
    const file = id.replace(COMPILED, '');
    this.addWatchFile(file);
    const { default: texts } = (await import(pathToFileURL(file).href)) as { default: Record<string, string> };
    return `export default ${JSON.stringify(compileAll(texts))}`;
  },
};
