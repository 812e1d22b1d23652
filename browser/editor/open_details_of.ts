/** Opens the details around a field with an error. Otherwise the error is not seen, and browsers cannot focus the field. */
export function openDetailsOf(field: Element): void {
  const details = field.closest("details");
  if (details !== null) details.open = true;
}
