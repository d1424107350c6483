// The field page (src/clients/field): a program of its own, for browsers. The module that lists its files
// (src/clients/field/files.ts) becomes one that has them. The bundler and the tests share this.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { must } from '../src/base/typed.ts'
import type { Compiled, MessagePart } from '../src/clients/field/rules/text.ts'
import { languagesIn, readCatalogue } from '../src/words/catalogues.ts'
import { digestOf, FOR_BROWSERS, type Pressed, packedText, pressed, within } from './packed.ts'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const HOME = join(ROOT, 'src/clients/field')
/** Texts of the page, the first of a month, and names of rows of the registry that ship. */
const IN_BUNDLE = /^((field|crop|span|unit|units)\.|date\.first$)/
/** A message as the page fills it: src/clients/field/rules/text.ts. */
export function compiled(message: string): Compiled {
  const parts = partsOf(parse(message, { ignoreTag: true }))
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
}

function partsOf(elements: readonly MessageFormatElement[]): readonly MessagePart[] {
  return elements.map((element): MessagePart => {
    if (element.type === TYPE.literal) return element.value
    if (element.type === TYPE.pound) return 0
    if (!('options' in element)) return [(element as { value: string }).value]
    const cases = Object.fromEntries(
      Object.entries(element.options).map(([name, { value }]) => [name, partsOf(value)]),
    )
    return element.type === TYPE.select ? [element.value, cases, 1] : [element.value, cases]
  })
}

/** The languages, each loaded when it is chosen. @param folder of the catalogues */
const wordsFrom = (folder: string): Plugin => ({
  name: 'field words',
  setup(build) {
    build.onResolve({ filter: /^field-words(:|$)/ }, ({ path }) => ({ path, namespace: 'field-words' }))
    build.onLoad({ filter: /.*/, namespace: 'field-words' }, ({ path }) => {
      const code = path.split(':')[1]
      if (code === undefined) {
        const each = languagesIn(folder).map((language) => {
          const { locale, name } = readCatalogue(join(folder, `${language}.json`))
          const facts = JSON.stringify({ code: language, locale, name })
          return `{ ...${facts}, load: () => import('field-words:${language}') }`
        })
        return { contents: `export const languages = [${each.join(',')}]` }
      }
      const { messages } = readCatalogue(join(folder, `${code}.json`))
      const inBundle = Object.entries(messages).filter(([key]) => IN_BUNDLE.test(key))
      const texts = Object.fromEntries(inBundle.map(([key, text]) => [key, compiled(text)]))
      return { contents: `export default ${JSON.stringify(texts)}` }
    })
  },
})

/** Whether the service takes a phone's report with a batch. */
const takesReport = () =>
  JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')).components.schemas.OutboxBatch.properties
    .report !== undefined

const common = (folder: string) =>
  ({
    ...FOR_BROWSERS,
    absWorkingDir: ROOT,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: '/field',
    plugins: [wordsFrom(folder)],
  }) satisfies BuildOptions

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  webmanifest: 'application/manifest+json',
  png: 'image/png',
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function pageOf(script: string, style: string, folder: string): string {
  const without = languagesIn(folder)
    .map((code) => {
      const { locale, messages } = readCatalogue(join(folder, `${code}.json`))
      return `<p lang="${locale}">${escaped(messages['field.noScript'] ?? '')}</p>`
    })
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Granary</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="theme-color" content="#0b5d3b"><meta name="color-scheme" content="light dark">
<link rel="manifest" href="/field/manifest.webmanifest">
<link rel="icon" href="/field/icon-192.png" sizes="192x192"><link rel="apple-touch-icon" href="/field/icon-180.png">
<link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script>
</head><body><div id="app"></div><noscript>${without}</noscript></body></html>`
}

const MANIFEST = {
  id: '/field',
  name: 'Granary',
  short_name: 'Granary',
  start_url: '/field',
  scope: '/field',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0b5d3b',
  icons: [
    ...[192, 512].map((size) => ({
      src: `/field/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
    { src: '/field/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

export interface BuiltFile extends Pressed {
  readonly path: string
  readonly isFixed: boolean
  readonly mediaType: string
}

const made = new Map<string, Promise<readonly BuiltFile[]>>()

/**
 * Builds the page.
 * @param folder of the catalogues
 * @returns each file by its address; those named by their digest never change
 */
export function fieldFilesOf(folder = join(ROOT, 'src/words')): Promise<readonly BuiltFile[]> {
  const files = made.get(folder) ?? filesOf(folder)
  made.set(folder, files)
  return files
}

async function filesOf(folder: string): Promise<readonly BuiltFile[]> {
  const { outputFiles } = await build({
    ...common(folder),
    entryPoints: { field: join(HOME, 'page/main.tsx') },
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    define: { TAKES_REPORT: String(takesReport()) },
  })
  const files = outputFiles.map(({ path, contents }) => ({
    path,
    bytes: Buffer.from(contents),
    isFixed: true,
  }))
  const add = (path: string, bytes: Uint8Array | string) =>
    files.push({ path, bytes: Buffer.from(bytes), isFixed: false })
  const entry = (ending: string) =>
    must(files.find(({ path }) => path.startsWith('/field/field-') && path.endsWith(ending))).path
  const page = pageOf(entry('.js'), entry('.css'), folder)
  add('/field', page)
  add('/field/manifest.webmanifest', JSON.stringify(MANIFEST))
  for (const size of [180, 192, 512])
    add(`/field/icon-${size}.png`, readFileSync(join(HOME, `page/icon-${size}.png`)))
  const listed = files.map(({ path, bytes }) => [path, digestOf(bytes)]).sort()
  const version = digestOf(JSON.stringify(listed)).slice(0, 12)
  const worker = await build({
    ...common(folder),
    entryPoints: { sw: join(HOME, 'worker.ts') },
    format: 'iife',
    define: { FILES_OF_VERSION: JSON.stringify(listed), VERSION: `"${version}"` },
  })
  add('/field/sw.js', must(worker.outputFiles[0]).contents)
  return files.map(({ path, bytes, isFixed }) => ({
    ...{ path, isFixed, mediaType: TYPES[path.split('.')[1] ?? 'html'] ?? must(TYPES.html) },
    ...pressed(bytes),
  }))
}

const FILES = /[\\/]src[\\/]clients[\\/]field[\\/]files\.ts$/

async function moduleOf(sourceOf = within): Promise<string> {
  const each = (await fieldFilesOf()).map(
    ({ path, isFixed, mediaType, ...file }) =>
      `{ path: '${path}', isFixed: ${isFixed}, mediaType: '${mediaType}', file: ${packedText(file, sourceOf)} }`,
  )
  return `export const fieldFiles = [${each.join(',\n')}]`
}

export const fieldByEsbuild = (sourceOf = within): Plugin => ({
  name: 'field page',
  setup(build) {
    build.onLoad({ filter: FILES }, async () => ({ contents: await moduleOf(sourceOf) }))
  },
})

export const fieldByVite = {
  name: 'field page',
  enforce: 'pre',
  // The module depends on files that it does not import.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (FILES.test(id) ? false : undefined)),
  load: async (id) => (FILES.test(id) ? moduleOf() : null),
} satisfies import('vitest/config').Plugin
