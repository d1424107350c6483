import { membersOf } from '../../../base/typed.ts'
import { boxOf } from '../../../domain/outline.ts'
import type { Feature } from './feature.ts'

/**
 * A map program writes a plot and its label as two: a point with the name of the plot lies on it. They are one plot, with what is
 * said of both.
 */
export function labelled(features: readonly Feature[]): Feature[] {
  const byName = Map.groupBy(features, nameOf)
  const labels = new Map<Feature, Feature>()
  for (const [name, both] of byName) {
    const [point, ...points] = both.filter((one) => typeOf(one) === 'Point')
    const [plot, ...plots] = both.filter((one) => typeOf(one) !== 'Point' && one.geometry !== null)
    if (name === '' || point === undefined || plot === undefined || points.length + plots.length > 0) continue
    if (liesOn(point, plot)) labels.set(plot, point)
  }
  const merged = new Set(labels.values())
  return features
    .filter((one) => !merged.has(one))
    .map((one) => ({ ...one, properties: { ...labels.get(one)?.properties, ...one.properties } }))
}

const typeOf = ({ geometry }: Feature): unknown => membersOf(geometry).type

const nameOf = ({ properties }: Feature): string =>
  String(properties.name ?? properties.Name ?? '')
    .trim()
    .toLowerCase()

function liesOn(point: Feature, plot: Feature): boolean {
  const [at, box] = [boxOf(point.geometry), boxOf(plot.geometry)]
  return (
    at !== null &&
    box !== null &&
    at.west >= box.west &&
    at.east <= box.east &&
    at.south >= box.south &&
    at.north <= box.north
  )
}
