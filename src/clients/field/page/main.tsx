import './page.css'
import { render } from 'preact'
import { Engine } from '../engine/engine.ts'
import { App } from './app.tsx'
import { wordsFor } from './words.ts'

/** The engine of this tab. Exported for tests, which import this module in the page. */
export const engine = new Engine()

async function main(): Promise<void> {
  const started = engine.start()
  const root = document.querySelector('#app')
  if (root === null) return
  await started
  render(<App engine={engine} first={await wordsFor(await engine.chosenLanguage())} />, root)
}

await main()
