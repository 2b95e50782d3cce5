import { expect, it } from 'vitest'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { openPeerList } from './peer-list.ts'

const self = 'http://10.0.0.1:3100'

it('a list stays as it is given', () => {
  expect(openPeerList({ self, peers: `${self}/, http://10.0.0.2:3100` }).all()).toEqual([self, 'http://10.0.0.2:3100'])
})

it('a name follows its addresses, always with this API, and keeps them while it cannot be looked up', async () => {
  let answer: () => { address: string; family: number }[] = () => [{ address: '10.0.0.2', family: 4 }]
  let asked = 0
  const lookup = async (host: string) => {
    expect(host).toBe('apis')
    asked += 1
    return answer()
  }
  const list = openPeerList({ self, peers: 'dns://apis:3100' }, { lookup, everyMs: 5 })
  expect(list.all()).toEqual([self])
  await waitUntil('the first address', () => list.all().includes('http://10.0.0.2:3100'))
  answer = () => {
    throw new Error('away')
  }
  const before = asked
  await waitUntil('two failures', () => asked > before + 1)
  expect(list.all()).toEqual([self, 'http://10.0.0.2:3100'])
  answer = () => [
    { address: '10.0.0.1', family: 4 },
    { address: 'fd00::3', family: 6 },
  ]
  await waitUntil('the next addresses', () => list.all().includes('http://[fd00::3]:3100'))
  expect(list.all()).toEqual([self, 'http://[fd00::3]:3100'])
  list.close()
})
