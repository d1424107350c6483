import { heard, SILENT, UNDER_WAY } from '../../domain/scale/lines.ts'
import {
  afterReading,
  afterSending,
  type FormWeight,
  filledWith,
  type Heard,
  type Load,
  NO_LOAD,
} from '../../domain/scale/load.ts'
import { type ScaleReading, scaleReading, weightText } from '../../domain/scale/reading.ts'
import { type Serial, type SerialPort, serial } from './serial.ts'

/**
 * The scale at Weigh in. Its state is the load, the port, and the reading that is offered. The hidden field `scale_line`
 * says whose the weight is: the scale's as long as it has a line. This window remembers the load that was saved last, this
 * browser the settings and the port. Nothing here takes the focus, or changes what a person typed. What the scale says has
 * its place before a port opens, so that nothing on the page moves then.
 */

/**
 * Silence, longer than the pauses of a scale that sends all the time. Ticks are counted, not time: while the page itself stood
 * still, as while it prints, it heard nothing, and what it hears then may begin within a line.
 */
const QUIET_TICKS = 6
const TICK_MS = 250
const AGAIN_MS = 1000
/** The page that was left may hold the port a moment longer. */
const QUIET_TRIES = 3
const LOAD = 'granary-load'
const SETTINGS = 'granary-scale'
const PLACE = 'granary-scale-place'

type Says = Exclude<Heard, 'fill'> | 'waiting' | 'gone' | 'busy'

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const input = (id: string) => byId<HTMLInputElement>(id)

function kept<T>(store: Storage, key: string, otherwise: T): T {
  try {
    return JSON.parse(store.getItem(key) ?? '') as T
  } catch {
    return otherwise
  }
}
const keep = (store: Storage, key: string, value: unknown) => store.setItem(key, JSON.stringify(value))

function start(ports: Serial): void {
  const [shown, use, forget] = [byId('scale'), byId('scale-use'), byId('scale-forget')]
  const [weight, line, called] = [input('quantity'), input('scale-line'), input('scale-called')]
  const settings = [input('scale-name'), input('scale-speed'), input('scale-format')] as const
  const [name, speed, format] = settings
  const apart = [input('gross'), input('tare')]
  const { decimal = '.' } = shown.dataset
  let load = { ...kept(sessionStorage, LOAD, NO_LOAD), now: null, lines: 0 } as Load
  /** A form that is shown again: somebody looks at its weight. */
  const isLookedAt = weight.value !== ''
  let isTyped = isLookedAt && line.value === ''
  /** Whether the scale is filling in the weight: that counts as typed by nobody. */
  let isByScale = false
  let isSent = false
  let offered: ScaleReading | null = null
  let port: SerialPort | null = null
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  /** Whether this browser has used a scale, or somebody is about to choose one. */
  let hasPlace = kept(localStorage, PLACE, false)
  /** The number of the newest opening; what an earlier one still does counts for nothing. */
  let opening = 0

  function whose(): FormWeight {
    if (isSent || isTyped || apart.some(({ value }) => value !== '')) return 'typed'
    return line.value === '' ? 'none' : 'scale'
  }

  function say(what: Says | null, reading: ScaleReading | null = null): void {
    offered = what === 'offer' || what === 'again' ? reading : null
    use.hidden = offered === null
    shown.hidden = !hasPlace
    shown.classList.toggle('silent', what === null)
    for (const each of shown.querySelectorAll<HTMLElement>('[data-says]')) {
      each.hidden = each.dataset.says !== what
      const place = each.querySelector('strong')
      const text = reading?.weight ? weightText(reading.weight, decimal) : ''
      // Screen readers read each change.
      if (place !== null && place.textContent !== text) place.textContent = text
    }
  }

  function fill(reading: ScaleReading): void {
    if (reading.weight === null) return
    weight.value = weightText(reading.weight, decimal)
    line.value = reading.line
    called.value = name.value.trim()
    isTyped = false
    isByScale = true
    // What else follows from the weight, such as the total, hears of it.
    weight.dispatchEvent(new Event('input', { bubbles: true }))
    isByScale = false
    keep(sessionStorage, LOAD, NO_LOAD)
    // What is typed now replaces all of it.
    if (document.activeElement === weight) weight.select()
    say('filled', reading)
  }

  function take(reading: ScaleReading | null, isAlone: boolean): void {
    if (isSent) return
    const form = whose()
    const { load: next, heard: what } = afterReading(load, reading, form, isAlone)
    const isHeldBack = what === 'fill' && isLookedAt
    if (form === 'none' && next.isOff !== load.isOff) keep(sessionStorage, LOAD, next)
    load = isHeldBack ? { ...next, weight: load.weight } : next
    if (isHeldBack) say('offer', reading)
    else if (what !== 'fill') say(what, reading)
    else if (reading !== null) fill(reading)
  }

  async function listen(to: SerialPort, mine: number): Promise<void> {
    let hearing = UNDER_WAY
    let isAlone = false
    let quiet = 0
    const ticks = setInterval(() => {
      if (mine !== opening) clearInterval(ticks)
      quiet++
    }, TICK_MS)
    while (to.readable !== null && mine === opening) {
      reader = to.readable.getReader()
      try {
        for (;;) {
          const { value, done } = await reader.read()
          if (done) return
          const isFirst = quiet >= QUIET_TICKS
          quiet = 0
          const next = heard(isFirst ? SILENT : hearing, value)
          hearing = next.hearing
          // The rest of the line may come later.
          isAlone ||= isFirst
          for (const reading of next.readings) {
            take(reading, isAlone)
            isAlone = false
          }
        }
      } catch {
        // Noise, or a byte was lost. If the port is gone, there is nothing to read from any more.
        hearing = UNDER_WAY
        isAlone = false
        take(null, false)
      } finally {
        reader.releaseLock()
      }
    }
  }

  /** Closes the port. @returns the number of this opening */
  async function closed(): Promise<number> {
    const mine = ++opening
    await reader?.cancel().catch(() => undefined)
    await port?.close().catch(() => undefined)
    return mine
  }

  function open(tries = 0): void {
    listening(tries).catch(() => say('busy'))
  }

  async function listening(tries: number): Promise<void> {
    const mine = await closed()
    const [chosen = null] = await ports.getPorts()
    if (mine !== opening) return
    port = chosen
    forget.hidden = port === null
    keep(localStorage, PLACE, port !== null)
    hasPlace ||= port !== null
    if (port === null) {
      say(null)
      return
    }
    const [dataBits, parity, stopBits] = format.value
    try {
      await port.open({
        baudRate: Number(speed.value),
        dataBits: Number(dataBits),
        parity: parity === 'E' ? 'even' : parity === 'O' ? 'odd' : 'none',
        stopBits: Number(stopBits),
      })
    } catch {
      if (tries >= QUIET_TRIES) say('busy')
      setTimeout(() => mine === opening && open(tries + 1), AGAIN_MS)
      return
    }
    say('waiting')
    await listen(port, mine)
    if (mine === opening) say('gone')
  }

  for (const [i, text] of kept<readonly string[]>(localStorage, SETTINGS, []).entries())
    if (settings[i] !== undefined) settings[i].value = text
  for (const one of settings)
    one.addEventListener('change', () => {
      keep(
        localStorage,
        SETTINGS,
        settings.map(({ value }) => value),
      )
      if (one !== name) open()
    })
  byId('scale-choose').addEventListener('click', async () => {
    const chosen = await ports.requestPort().catch(() => null)
    if (chosen === null) return
    await closed()
    for (const other of await ports.getPorts()) if (other !== chosen) await other.forget()
    open()
  })
  forget.addEventListener('click', async () => {
    hasPlace = false
    await closed()
    for (const each of await ports.getPorts()) await each.forget()
    open()
  })
  use.addEventListener('click', () => {
    if (offered?.weight == null) return
    load = filledWith(load, offered.weight)
    weight.focus()
    fill(offered)
  })
  weight.addEventListener('input', () => {
    if (isByScale) return
    const was = scaleReading(line.value)
    isTyped = true
    line.value = ''
    if (was !== null) say('offer', was)
  })
  // The weight follows from these two then.
  for (const one of apart)
    one.addEventListener('input', () => {
      if (line.value !== '') weight.value = line.value = ''
    })
  weight.form?.addEventListener('submit', () => {
    keep(sessionStorage, LOAD, afterSending(load, whose()))
    isSent = true
  })
  addEventListener('pageshow', () => {
    isSent = false
  })
  ports.addEventListener('connect', () => open())
  const setUp = byId('scale-settings')
  setUp.addEventListener('toggle', () => {
    hasPlace = true
    shown.hidden = false
  })
  setUp.hidden = false
  say(null)
  open()
}

if (serial !== undefined) start(serial)
