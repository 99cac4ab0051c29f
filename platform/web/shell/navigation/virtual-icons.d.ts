/** The icons that manifests name for apps, pages and types of records; collected by `tools/web/slice-parts.ts`. */
declare module 'virtual:menu-icons' {
  const icons: Readonly<Record<string, import('react').ComponentType<import('./icons.ts').IconProps>>>;
  export default icons;
}

/** The icons of kinds of spaces and of items on plans, which only pages of places load. */
declare module 'virtual:place-icons' {
  const icons: Readonly<Record<string, import('react').ComponentType<import('./icons.ts').IconProps>>>;
  export default icons;
}

/** The icons of solutions, which only pages of devices load. */
declare module 'virtual:solution-icons' {
  const icons: Readonly<Record<string, import('react').ComponentType<import('./icons.ts').IconProps>>>;
  export default icons;
}
