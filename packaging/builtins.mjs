// Node's own modules, loaded by require. For an import statement, Node reads everything that a module has, even what it would make only
// when somebody asks for it: `import 'node:http'` makes a web client, which is some 8 MB and 50 ms of every start.
import { createRequire, isBuiltin } from 'node:module'

const require = createRequire(import.meta.url)

/** What node:http has of the web client. Whoever imports one of them gets an error from the bundler. */
const OF_THE_CLIENT = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])

const namesOf = (path) =>
  Object.keys(require(path)).filter(
    (name) => /^[a-z_$][\w$]*$/i.test(name) && name !== 'default' && !OF_THE_CLIENT.has(name),
  )

/** Each name by a call without effects, so that the bundler leaves out those that nobody imports. */
const moduleOf = (path) =>
  [
    `const all = require('${path}'), its = (name) => all[name]`,
    'export default all',
    ...namesOf(path).map(
      (name) => `const its_${name} = /* @__PURE__ */ its('${name}'); export { its_${name} as ${name} }`,
    ),
  ].join('\n')

export const builtinsByRequire = {
  name: 'builtins by require',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: moduleOf(path) }))
  },
}
