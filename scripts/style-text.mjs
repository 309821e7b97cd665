// @ts-check
import { readFileSync } from 'node:fs'

/**
 * Style sheets of the overlay are text in the scripts for browsers, here without the spaces that only people need.
 * @type {import('esbuild').Plugin}
 */
export const styleText = {
  name: 'style-text',
  setup(build) {
    build.onLoad({ filter: /templates.overlay.\w+\.txt$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/\/\*[^*]*\*\//g, '')
        .replace(/([;{},:])\s+/g, '$1')
        .replace(/\s+([>!])\s*/g, '$1')
        .replace(/\s+/g, ' ')
        .replace(/[ ;]?([{}])/g, '$1'),
      loader: 'text',
    }))
  },
}
