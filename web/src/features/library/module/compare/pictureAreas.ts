/** A place of a picture, as parts of its width and height. */
export interface DifferingArea {
  x: number
  y: number
  width: number
  height: number
}

/** Pictures are compared at this width: finer differences are noise of their compression. */
const width = 480
const cell = 12
/** The smallest difference of a colour that counts, of 255. */
const threshold = 40
const mostAreas = 20

/** The places at which two pictures differ; undefined when a picture cannot be drawn. */
export async function differingAreas(before: string, after: string): Promise<DifferingArea[] | null> {
  const images = await Promise.all([load(before), load(after)])
  const height = Math.round(width * Math.min(4, ratioOf(images[1])))
  const [one, two] = images.map((image) => pixelsOf(image, height))
  return one && two ? areasOf(one, two, height) : null
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('picture'))
    image.src = url
  })
}

const ratioOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
  naturalWidth > 0 ? naturalHeight / naturalWidth : 1

function pixelsOf(image: HTMLImageElement, height: number): Uint8ClampedArray | undefined {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // Drawings have no ground of their own.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}

/** The cells with other pixels, joined with their neighbours. */
export function areasOf(one: Uint8ClampedArray, two: Uint8ClampedArray, height: number): DifferingArea[] {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const cells = new Set<number>()
  for (let at = 0; at < Math.min(one.length, two.length); at += 4) {
    const differs = [0, 1, 2].some(
      (part) => Math.abs((one[at + part] ?? 0) - (two[at + part] ?? 0)) > threshold,
    )
    if (!differs) continue
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    cells.add(Math.floor(y / cell) * columns + Math.floor(x / cell))
  }
  const areas: DifferingArea[] = []
  while (cells.size > 0 && areas.length < mostAreas) areas.push(joined(cells, columns, rows))
  return areas
}

/** Takes one cell and all that touch it, corners included. */
function joined(cells: Set<number>, columns: number, rows: number): DifferingArea {
  const [first = 0] = cells
  const open = [first]
  cells.delete(first)
  const bounds = { left: columns, top: rows, right: 0, bottom: 0 }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [x, y] = [next % columns, Math.floor(next / columns)]
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x + 1)
    bounds.bottom = Math.max(bounds.bottom, y + 1)
    for (const [dx, dy] of neighbours) {
      const [nx, ny] = [x + dx, y + dy]
      const index = ny * columns + nx
      if (nx >= 0 && nx < columns && cells.delete(index)) open.push(index)
    }
  }
  return {
    x: bounds.left / columns,
    y: bounds.top / rows,
    width: (bounds.right - bounds.left) / columns,
    height: (bounds.bottom - bounds.top) / rows,
  }
}

const neighbours = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
