/** Pages that need a user: here the server is asked even without a saved user, because a session may outlive it. */
export const NEEDS_USER =
  /^\/(dashboard|edit-profile|edit-business|billing|buyers|perks|figures|reports|people-and-tills|admin|audit|statement|time-travel)(\/|$)|^\/counter$/
