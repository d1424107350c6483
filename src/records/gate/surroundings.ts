import type { Drawn, Surroundings } from '../../domain/derived/world.ts'
import { euFaults } from '../../domain/eu-outline.ts'
import { isValidGeometry } from '../../domain/geometry.ts'
import { isId } from '../../domain/id.ts'
import { hectaresOf } from '../../domain/outline.ts'
import { overlap } from '../../domain/overlap.ts'
import { touches } from '../../domain/touch.ts'
import { worldBorders } from '../../registry/borders.ts'
import type { BaseKernel } from '../../registry/kernel.ts'
import type { Outlines } from './verdicts.ts'

/** Names two records, the smaller number first. */
const pairOf = ({ record: a }: Drawn, { record: b }: Drawn): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Returns the facts that derived rules need besides records. */
export function makeSurroundings(
  { store, people, registry, config }: BaseKernel,
  outlines: Outlines,
): Surroundings {
  const isValidOutline = (record: number, geometry: unknown) =>
    outlines.valid.of(record, () => isValidGeometry(geometry))
  return {
    conversion: registry.conversion,
    isKnownCode: registry.has,
    commodityOf: (crop) => registry.get('crops', crop)?.commodity ?? crop,
    regionOf: (party, asker) => {
      const n = store.parties.find(party)
      if (n === undefined) return undefined
      const { region, byCooperative } = people.facts(n)
      // A flag must not reveal the region of a party to a reader who may not read that party.
      if (asker === party) return region ?? undefined
      return store.parties.find(asker) === store.appliance.cooperative
        ? (byCooperative.region ?? undefined)
        : undefined
    },
    isNaturalPerson: (party) => {
      const n = store.parties.find(party)
      return n === undefined || people.facts(n).isNaturalPerson
    },
    isCooperative: (party) => store.parties.find(party) === store.appliance.cooperative,
    delegation: (id) => {
      const row = store.delegation(id)
      return row && { basis: row.basis, endedAtMs: Math.min(row.endedAt ?? row.validUntil, row.validUntil) }
    },
    enrolledAtMs: (device, party) => {
      const n = store.parties.find(party)
      return n === undefined || !isId(device) ? null : store.devices.enrolledAtMs(device, n)
    },
    isStoredEvidence: (sha256, party) => {
      const n = store.parties.find(party)
      return n !== undefined && store.evidence.isOfParty(sha256, n)
    },
    isValidOutline,
    euFaults: (record, plot) =>
      outlines.euFaults.of(record, () => euFaults(plot, isValidOutline(record, plot.geometry))),
    drawnHectares: (record, geometry) => outlines.hectares.of(record, () => hectaresOf(geometry)),
    isOutsideCountry: (record, [lon, lat], country) =>
      outlines.outsideCountry.of(record, () => worldBorders().isFarOutside(lon, lat, country)),
    outlinesOverlap: (a, b) => outlines.overlaps.of(pairOf(a, b), () => overlap(a.geometry, b.geometry)),
    outlinesTouch: (a, b) => outlines.touching.of(pairOf(a, b), () => touches(a.geometry, b.geometry)),
    massBalanceTolerance: config.massBalanceTolerance,
    implausibleAboveKg: config.implausibleAboveKg,
  }
}
