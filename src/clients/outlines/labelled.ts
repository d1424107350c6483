import { membersOf } from '../../base/typed.ts'
import { boxesMeet, boxOf } from '../../domain/outline.ts'
import type { Feature } from './feature.ts'

/**
 * Merges plots with their labels. A map program exports them as two features: the label is a point that lies
 * on the plot and has its name. The merged plot has the properties of both.
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
  return at !== null && box !== null && boxesMeet(at, box)
}
