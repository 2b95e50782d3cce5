/** Logos (400 × 400), covers (1200 × 400) and a perk (400 × 400) of the demo's businesses, drawn for it as SVG. */

/** `perk`: their first. */
export type Drawing = { logo: string; cover: string; perk: string }

const svg = (width: number, height: number, ground: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes}</svg>`
const logo = (ground: string, shapes: string): string => svg(400, 400, ground, shapes)
const perk = logo
const cover = (ground: string, shapes: string): string => svg(1200, 400, ground, shapes)

const at = (x: number, y: number, scale: number, shapes: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${shapes}</g>`
/** `count` shapes beside each other. */
const row = (count: number, shape: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => shape(index)).join('')

/** 200 wide, its saucer at y 190. */
const cup = (colour: string, steam: string): string =>
  `<path d="M20 70h140v50a60 60 0 0 1-60 60H80a60 60 0 0 1-60-60Z" fill="${colour}"/>
  <path d="M160 84h12a26 26 0 0 1 0 52h-14" fill="none" stroke="${colour}" stroke-width="14"/>
  <rect y="186" width="180" height="14" rx="7" fill="${colour}"/>
  <path d="M62 48c-14-18 14-26 0-46M92 48c-14-18 14-26 0-46M122 48c-14-18 14-26 0-46" fill="none" stroke="${steam}" stroke-width="8" stroke-linecap="round"/>`
const bean = `<ellipse rx="26" ry="36" fill="#4a2a1c"/><path d="M0-32c-16 18 14 34 0 64" fill="none" stroke="#8a5a3c" stroke-width="6" stroke-linecap="round"/>`

const COFFEE: Drawing = {
  logo: logo('#6b3f2a', at(98, 96, 1.08, cup('#fff6ec', '#e9a15b'))),
  perk: perk('#f3d9b8', at(76, 70, 1.3, cup('#9b1b30', '#6b3f2a'))),
  cover: cover(
    '#f3d9b8',
    `<circle cx="985" cy="120" r="86" fill="#e9a15b"/>
    <path d="M0 290 210 150l150 100 190-170 240 170 170-90 240 150v110H0Z" fill="#c9936a"/>
    <path d="M520 107l30-27 42 30-22 16-26-10Z" fill="#fff6ec"/>
    <rect y="312" width="1200" height="88" fill="#6b3f2a"/>
    ${at(560, 132, 0.98, cup('#fff6ec', '#fff6ec'))}
    ${at(350, 202, 0.6, cup('#9b1b30', '#fff6ec'))}
    ${row(9, (index) => at(60 + index * 135, 358, 0.55, `<g transform="rotate(${(index * 47) % 180})">${bean}</g>`))}`,
  ),
}

const SPINES = ['#9b1b30', '#e9a15b', '#2b5c94', '#f3e3cf', '#5d4c9c', '#176773', '#8a3b12', '#50611a']
const spine = (index: number): string => {
  const [height, width] = [110 + ((index * 37) % 48), 34 + ((index * 13) % 22)]
  const lean = index % 9 === 5 ? ' transform="rotate(-7)"' : ''
  return `<g${lean}><rect y="${-height}" width="${width}" height="${height}" rx="3" fill="${SPINES[(index * 5) % SPINES.length]}"/><rect x="6" y="${-height + 18}" width="${width - 12}" height="7" fill="#fffdfb" opacity="0.7"/></g>`
}
const shelf = (y: number, first: number): string =>
  `${row(21, (index) => at(14 + index * 57, y, 1, spine(first + index)))}<rect y="${y}" width="1200" height="16" fill="#4c3526"/>`

const BOOKS: Drawing = {
  logo: logo(
    '#2a6b47',
    `<path d="M200 128c-36-30-84-34-128-22v178c44-12 92-8 128 22Z" fill="#fffdfb"/>
    <path d="M200 128c36-30 84-34 128-22v178c-44-12-92-8-128 22Z" fill="#f3e3cf"/>
    <path d="M98 150c24-4 50 0 74 14M98 194c24-4 50 0 74 14M228 164c24-14 50-18 74-14M228 208c24-14 50-18 74-14" fill="none" stroke="#2a6b47" stroke-width="9" stroke-linecap="round"/>
    <path d="M272 104v92l-20-18-20 22V96" fill="#9b1b30"/>`,
  ),
  perk: perk('#f3e3cf', `<path d="M140 50h120v300l-60-52-60 52Z" fill="#9b1b30"/>`),
  cover: cover('#33241a', shelf(178, 0) + shelf(372, 11)),
}

const loaf = (crust: string, cuts: string): string =>
  `<ellipse cx="150" cy="90" rx="150" ry="82" fill="${crust}"/>
  <path d="M70 52c16 26 20 52 12 82M136 36c16 32 20 66 12 106M202 44c14 28 18 58 10 92" fill="none" stroke="${cuts}" stroke-width="14" stroke-linecap="round"/>`
const grain = `<path d="M0 0q15-24 0-48q-15 24 0 48Z"/>`
const ear = `<g fill="#c98a2b"><rect x="-3" y="-10" width="6" height="240" rx="3"/>${row(6, (index) => at(0, 30 + index * 26, 1, `<g transform="translate(-6) rotate(-38)">${grain}</g><g transform="translate(6) rotate(38)">${grain}</g>`))}${at(0, 4, 1, grain)}</g>`

const BREAD: Drawing = {
  logo: logo('#f7dfae', at(50, 120, 1, loaf('#b5651d', '#f7dfae'))),
  perk: perk('#8a5a3c', at(35, 101, 1.1, loaf('#c47a2c', '#fbecc8'))),
  cover: cover(
    '#fbecc8',
    `${row(13, (index) => at(40 + index * 95, 70 + ((index * 53) % 60), 1, `<g transform="rotate(${((index * 29) % 16) - 8})">${ear}</g>`))}
    <rect y="330" width="1200" height="70" fill="#8a5a3c"/>
    ${at(180, 180, 1.08, loaf('#a85a17', '#fbecc8'))}
    ${at(760, 188, 1, loaf('#c47a2c', '#fbecc8'))}
    ${at(470, 166, 1.2, loaf('#b5651d', '#fbecc8'))}`,
  ),
}

export const DRAWINGS = { coffee: COFFEE, books: BOOKS, bread: BREAD } as const
