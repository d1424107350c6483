/** A map that is made when it first holds something. Of the many that one request has, most never do. */
export class LateMap<K, V> {
  #map: Map<K, V> | undefined

  get(key: K): V | undefined {
    return this.#map?.get(key)
  }

  has(key: K): boolean {
    return this.#map?.has(key) === true
  }

  set(key: K, value: V): void {
    this.#map ??= new Map()
    this.#map.set(key, value)
  }

  clear(): void {
    this.#map?.clear()
  }
}
