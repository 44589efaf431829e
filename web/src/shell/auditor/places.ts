/** The addresses of the auditor's pages: one route, told apart by what it shows. */
export const auditPlaces = {
  home: { search: '' },
  collection: (id: string) => ({ search: `?${new URLSearchParams({ collection: id })}` }),
  item: (collection: string, item: string) => ({ search: `?${new URLSearchParams({ collection, item })}` }),
  manual: (path: string) => ({ search: `?${new URLSearchParams({ manual: path })}` }),
  /** `at` is the paragraph to show. */
  module: (manual: string, path: string, at = '') => ({
    search: `?${new URLSearchParams({ manual, module: path, ...(at === '' ? {} : { at }) })}`,
  }),
}
