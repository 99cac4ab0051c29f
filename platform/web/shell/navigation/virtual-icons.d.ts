/** Icons by the names that manifests give apps, pages and kinds of records; `tools/slice-parts.ts` collects them. */
declare module 'virtual:menu-icons' {
  const icons: Readonly<Record<string, import('react').ComponentType<import('./icons.ts').IconProps>>>;
  export default icons;
}

/** The same of solutions: only pages of devices load them. */
declare module 'virtual:solution-icons' {
  const icons: Readonly<Record<string, import('react').ComponentType<import('./icons.ts').IconProps>>>;
  export default icons;
}
