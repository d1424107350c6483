import type { Appearance } from '../../appliance/appearance/appearance.ts'
import type { BaseKernel } from '../../registry/kernel.ts'
import { calendarOf } from '../../words/calendar.ts'
import { ownName } from '../../words/party-name.ts'
import { habitsOf } from './habits.ts'
import { waitingIn } from './waiting.ts'

/** What pages show of the cooperative, and how long they serve whom. */
export function houseOf(
  { config, store, people }: BaseKernel,
  appearance: Appearance,
  isOurs: (host: string) => boolean,
) {
  const calendar = calendarOf(config)
  return {
    cooperative: () => {
      const n = store.appliance.cooperative
      return (n === null ? null : ownName(people.facts(n).called)) ?? 'Granary'
    },
    get timeZone() {
      return calendar().timeZone
    },
    /** The service's time, by which pages date and forms fill in days. */
    time: store.time,
    /** The country (ISO 3166-1) of telephone numbers without a country code. */
    get country() {
      return config.country
    },
    idleMs: config.officeIdleMinutes * 60_000,
    isOurs,
    strangersPerMinute: config.signedOutPerMinute,
    /** What waits for the staff, by the page of the menu on which it is done. */
    waiting: () => waitingIn(store),
    look: () => appearance.look,
    get habits() {
      return habitsOf(config)
    },
    mark: () => appearance.mark,
  }
}

export type House = Readonly<ReturnType<typeof houseOf>>
