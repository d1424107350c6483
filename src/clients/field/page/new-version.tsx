import { useScreen } from './screen.ts'

/**
 * Offers a version of the page that is ready. The page loads again for it, so it is offered only where nothing is typed that
 * the phone has not kept.
 */
export function NewVersion() {
  const { engine, status, words } = useScreen()
  const { say } = words
  if (status.worker.state !== 'new') return null
  return (
    <p class="box" role="status">
      {say('field.newVersion')}{' '}
      <button type="button" onClick={() => engine.useNewVersion()}>
        {say('field.useNewVersion')}
      </button>
    </p>
  )
}

/** Doors and screens on which it is offered. */
export const OFFERED_AT: readonly string[] = [
  'locked',
  'shut',
  'who',
  'home',
  'list',
  'one',
  'saved',
  'phone',
]
