/** Pictures that have not come by then are left out. */
const patienceMs = 15_000

/** Waits until the pictures of a page have taken the places that are kept for them. */
export function whenDrawn(page: HTMLElement): Promise<void> {
  const isDrawn = () => page.querySelector('.rd-picture .af-skeleton') === null
  if (isDrawn()) return Promise.resolve()
  return atMost(
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isDrawn()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(page, { childList: true, subtree: true })
    }),
  )
}

/** Loads the pictures of a card: the page loads its own as they come into view, and paper has no scrolling. */
export async function loadPictures(card: HTMLElement): Promise<void> {
  await atMost(Promise.all([...card.querySelectorAll('img')].map(load)))
}

async function load(picture: HTMLImageElement): Promise<void> {
  picture.setAttribute('loading', 'eager')
  try {
    await picture.decode()
  } catch {
    // Its place stays empty, as on the page.
  }
}

/** Waits for something, but not for ever. */
async function atMost(wanted: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([wanted, late])
  clearTimeout(timer)
}
