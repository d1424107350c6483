import { expect, test } from 'vitest'
import { stopWord } from '../../../../src/domain/messages/stop.ts'

/** What ends messages, in the languages that ship. */

test.each([
  ['STOP', 'STOP'],
  [' stop. ', 'STOP'],
  ['“Stop!”', 'STOP'],
  ['Acha', 'ACHA'],
  ['acha kunitumia ujumbe', 'ACHA'],
  ['Sitaki ujumbe tena', 'SITAKI'],
  ['ARRÊT', 'ARRET'],
  ['arrêtez svp', 'ARRETEZ'],
  ['désinscrire', 'DESINSCRIRE'],
  ['', null],
  ['...', null],
  ['Thank you', null],
  ['Do not stop', null],
  ['Stopover in Mbale', null],
  ['stop by my house tomorrow with the bags', null],
])('%j', (text, expected) => expect(stopWord(text)).toBe(expected))
