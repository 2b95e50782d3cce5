/** Pages that are nothing without a user. A session may have outlived the user that the browser keeps: at these it is asked for. */
export const NEEDS_USER =
  /^\/(dashboard|edit-profile|edit-business|billing|figures|admin|audit|statement|time-travel)(\/|$)/
