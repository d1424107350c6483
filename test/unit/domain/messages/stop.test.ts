import { expect, test } from 'vitest'
import { stopWord } from '../../../../src/domain/messages/stop.ts'

/** What ends messages, in the languages that ship. */

test.each([
  ['STOP', 'STOP'],
  [' stop. ', 'STOP'],
  ['“Stop!”', 'STOP'],
  // Swahili and French.
  ['Acha', 'ACHA'],
  ['acha kunitumia ujumbe', 'ACHA'],
  ['Sitaki ujumbe tena', 'SITAKI'],
  ['Tafadhali acha', 'ACHA'],
  ['Acha koma', 'ACHA'],
  ['Sitaki', 'SITAKI'],
  ['Acha nitakupigia', null],
  ['Acha nije kesho', null],
  ['Sitaki kuuza leo', null],
  ['Sitisha malipo yangu', null],
  ['Koma Hill', null],
  ['ARRÊT', 'ARRET'],
  ['Arrêtez de m’envoyer des messages', 'ARRETEZ'],
  ['arrêter, s’il vous plaît', 'ARRETER'],
  ['Arrêt de bus à Goma', null],
  ['Arrête-toi chez moi demain', null],
  ['Stopper la livraison', null],
  ['arrêtez svp', 'ARRETEZ'],
  ['désinscrire', 'DESINSCRIRE'],
  ['', null],
  ['...', null],
  // English.
  ['Stop sending me messages', 'STOP'],
  ['Please stop', 'STOP'],
  ['END', 'END'],
  ['Quit, please', 'QUIT'],
  ['Cancel messages', 'CANCEL'],
  ['End of month is fine', null],
  ['Cancel my delivery please', null],
  ['Quit the group yesterday', null],
  ['Please', null],
  ['Thank you', null],
  ['Do not stop', null],
  ['Stopover in Mbale', null],
  ['stop by my house tomorrow with the bags', null],
])('%j', (text, expected) => expect(stopWord(text)).toBe(expected))
