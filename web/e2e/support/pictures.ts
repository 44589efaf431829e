/** The folder that pictures of the pages are saved in. */
export const pictureFolder = process.env.E2E_PICTURES ?? 'test-results/pictures'

/** The windows in which every page is photographed. */
export const pictureSizes = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
}
