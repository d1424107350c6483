// The program. Node that is too old dies without a word inside the SQLite addon, so it is looked at first.
const NAPI_NEEDED = 10

if (Number(process.versions.napi) < NAPI_NEEDED) {
  process.stderr.write(
    `granary: this Node (${process.version}) is too old for Granary. Use bin/granary, which brings its own, or Node 22.14 or later.\n`,
  )
  process.exit(78)
}

// Whoever reads our output may stop reading ("granary ... | head"): that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// Not awaited here: the executable is a script of the older kind, which cannot wait at its top.
void import('./cli/last-words.ts').then(async ({ sayLastWords }) => {
  sayLastWords()
  const { run } = await import('./cli/program.ts')
  process.exitCode = await run(process.argv.slice(2))
})
