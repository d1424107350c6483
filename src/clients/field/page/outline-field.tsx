import { useEffect, useRef, useState } from 'preact/hooks'
import { cornersOf, crossesItself, type Fix, geometryOf, hectares, isGood, MOST_CORNERS, type Outline, type Position, pathOf, type Walk, WORST_M, walked } from '../rules/outline.ts' // biome-ignore format: one list
import { Icon } from './icons.tsx'
import { Box, Fault } from './parts.tsx'
import { useScreen } from './screen.ts'

/** The outline of a plot: a corner at a time, or a walk along its edge, or one point. */

type Way = 'corners' | 'walk' | 'point'
const WAYS: readonly Way[] = ['corners', 'walk', 'point']
const SIZE = 240
/** A fix older than this is not where the person is now. */
const FRESH_MS = 10_000
/** The form is kept after this many corners of a walk. */
const KEPT_EACH = 10

type Heard =
  | { readonly fix: Fix; readonly atMs: number }
  | { readonly failed: 'denied' | 'unavailable' }
  | null

export function OutlineField(props: {
  readonly outline: Outline | undefined
  readonly fault: string
  readonly choose: (outline: Outline | null) => void
}) {
  const { outline, fault, choose } = props
  const { words } = useScreen()
  const { say, amount } = words
  const before = cornersOf(outline)
  const [way, setWay] = useState<Way>(outline?.type === 'Point' ? 'point' : 'corners')
  const [walk, setWalk] = useState<Walk>({ corners: before ?? [], leftOut: 0 })
  const [isWalking, setWalking] = useState(false)
  const [heard, setHeard] = useState<Heard>(null)
  const onFix = useRef<(fix: Fix) => void>(() => {})

  const set = (corners: readonly Position[], as: Way = way) => {
    setWalk((now) => ({ ...now, corners }))
    choose(geometryOf(corners, as === 'point'))
  }
  onFix.current = (fix) => {
    if (!isWalking) return
    const next = walked(walk, fix)
    setWalk(next)
    if (next.corners.length !== walk.corners.length && next.corners.length % KEPT_EACH === 0)
      choose(geometryOf(next.corners, false))
  }
  useEffect(() => {
    if (!('geolocation' in navigator)) return setHeard({ failed: 'unavailable' })
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const fix: Fix = { at: [coords.longitude, coords.latitude], accuracyM: coords.accuracy }
        setHeard({ fix, atMs: timestamp })
        onFix.current(fix)
      },
      ({ code }) => setHeard({ failed: code === 1 ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, maximumAge: 0 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [])
  // The screen must stay on while someone walks: the browser gives no places to a page that is not seen.
  useEffect(() => {
    if (!isWalking) return
    const lock = navigator.wakeLock?.request('screen').catch(() => null)
    return () => void lock?.then((held) => held?.release())
  }, [isWalking])

  const fix = heard !== null && 'fix' in heard ? heard : null
  const isUsable = fix !== null && isGood(fix.fix)
  const { corners, leftOut } = walk
  const take = () => {
    if (fix === null || Date.now() - fix.atMs > FRESH_MS) return
    set(way === 'point' ? [fix.fix.at] : [...corners, fix.fix.at])
  }
  const other = (next: Way) => {
    setWay(next)
    setWalking(false)
    setWalk({ corners: [], leftOut: 0 })
    choose(null)
  }
  return (
    <>
      <fieldset class="ways">
        <legend>{say('field.plot.how')}</legend>
        {WAYS.map((one) => (
          <label key={one} class="box-label">
            <input type="radio" name="way" checked={way === one} onChange={() => other(one)} />
            {say('field.plot.way', { way: one })}
          </label>
        ))}
      </fieldset>
      {before === null && corners.length === 0 && <Box kind="info">{say('field.plot.complex')}</Box>}
      <p class="accuracy" role="status">
        {heard === null && say('field.plot.waiting')}
        {heard !== null && 'failed' in heard && say('field.plot.failed', { why: heard.failed })}
        {fix !== null &&
          say(isUsable ? 'field.plot.accuracy' : 'field.plot.inaccurate', {
            metres: amount(Math.round(fix.fix.accuracyM)),
            most: amount(WORST_M),
          })}
      </p>
      {corners.length > 1 && (
        <svg class="outline" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={say('field.plot.drawn')}>
          <path d={pathOf(corners, SIZE) + (isWalking ? '' : 'Z')} />
        </svg>
      )}
      <dl class="figures">
        <div>
          <dt>{say('field.plot.corners')}</dt>
          <dd>{amount(corners.length)}</dd>
        </div>
        <div>
          <dt>{say('field.plot.size')}</dt>
          <dd>{say('field.plot.area', { ha: amount(Number(hectares(corners).toFixed(2))) })}</dd>
        </div>
        {way === 'walk' && (
          <div>
            <dt>{say('field.plot.leftOut')}</dt>
            <dd>{amount(leftOut)}</dd>
          </div>
        )}
      </dl>
      {!isWalking && corners.length > 3 && crossesItself(corners) && (
        <Box kind="warn">{say('field.plot.crosses')}</Box>
      )}
      {corners.length >= MOST_CORNERS && <Box kind="warn">{say('field.plot.most')}</Box>}
      <div class="buttons">
        {way === 'walk' ? (
          <button
            type="button"
            disabled={!isWalking && !isUsable}
            onClick={() => {
              if (isWalking) choose(geometryOf(corners, false))
              setWalking(!isWalking)
            }}
          >
            {say('field.plot.walk', { is: isWalking ? 'on' : corners.length > 0 ? 'paused' : 'none' })}
          </button>
        ) : (
          <button type="button" disabled={!isUsable} onClick={take}>
            <Icon name="plot" />
            {say(way === 'point' ? 'field.plot.takePoint' : 'field.plot.takeCorner')}
          </button>
        )}
        {corners.length > 0 && !isWalking && (
          <button type="button" class="quiet" onClick={() => set(corners.slice(0, -1))}>
            {say('field.plot.removeLast')}
          </button>
        )}
      </div>
      <Fault>{fault}</Fault>
    </>
  )
}
