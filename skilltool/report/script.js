"use strict";

// Everything on the page is there without this script; it filters, sorts and opens.

const texts = new WeakMap();

function textOf(item) {
  if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
  return texts.get(item);
}

function count(number) {
  return number.toLocaleString("en");
}

function matcher(form) {
  const wanted = [...form.elements].filter((field) => field.name && field.value.trim());
  const tests = wanted.map((field) => {
    const value = field.value.trim().toLowerCase();
    if (field.name === "text") return (item) => textOf(item).includes(value);
    return (item) => item.dataset[field.name] === value;
  });
  return { active: tests.length > 0, matches: (item) => tests.every((test) => test(item)) };
}

function applyFilter(form, target) {
  const { active, matches } = matcher(form);
  const items = [...target.querySelectorAll("[data-item]")];
  const kept = items.filter((item) => {
    item.hidden = !matches(item);
    return !item.hidden;
  });
  for (const group of target.querySelectorAll("details.card:not([data-item])")) {
    group.hidden = !group.querySelector("[data-item]:not([hidden])");
    if (active && !group.hidden) group.open = true;
  }
  const told = form.querySelector("output");
  const all = `${count(items.length)} ${told.dataset.noun}${items.length === 1 ? "" : "s"}`;
  told.textContent = active ? `${count(kept.length)} of ${all}` : all;
}

function setUpOpener(button, target) {
  button.addEventListener("click", () => {
    const open = button.textContent === "Open all";
    for (const each of target.querySelectorAll("details")) each.open = open;
    button.textContent = open ? "Close all" : "Open all";
  });
}

function setUpFilters(form) {
  const target = document.getElementById(form.dataset.filters);
  const apply = () => applyFilter(form, target);
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  const button = form.querySelector("button[data-open]");
  if (button) setUpOpener(button, target);
}

function keyOf(row, column) {
  const cell = row.cells[column];
  const text = cell.textContent;
  return cell.classList.contains("number") ? Number(text.replaceAll(",", "")) : text;
}

function compare(first, second) {
  return typeof first === "number" ? first - second : first.localeCompare(second, "en");
}

function sortBy(head) {
  const body = head.closest("table").tBodies[0];
  const numeric = head.classList.contains("number");
  const before = head.getAttribute("aria-sort");
  const order = (before ? before === "ascending" : numeric) ? "descending" : "ascending";
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...body.rows].map((row) => [keyOf(row, head.cellIndex), row]);
  rows.sort((first, second) => sign * compare(first[0], second[0]));
  body.append(...rows.map(([, row]) => row));
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
}

for (const form of document.querySelectorAll("form[data-filters]")) setUpFilters(form);
for (const head of document.querySelectorAll("th[data-sort]")) {
  head.querySelector("button").addEventListener("click", () => sortBy(head));
}
