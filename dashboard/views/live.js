// Shows markup that the server made (and escaped) and changes only what differs, so that focus, open menus and
// what somebody is typing survive every update. Tells the server what was clicked or typed: [data-do].

function morph(old, wanted) {
  const now = Array.from(old.childNodes)
  const next = Array.from(wanted.childNodes)
  const stays = survivors(now.map(kind), next.map(kind))
  const kept = new Set(stays)
  now.forEach((there, i) => kept.has(i) || there.remove())
  let place = old.firstChild
  next.forEach((node, i) => {
    if (stays[i] === null) return old.insertBefore(node, place)
    const there = now[stays[i]]
    place = there.nextSibling
    if (node.nodeType === Node.ELEMENT_NODE) {
      attributes(there, node)
      morph(there, node)
    } else if (there.nodeValue !== node.nodeValue) there.nodeValue = node.nodeValue
  })
}

// What makes a node another one than its neighbours. The class of what can have the focus tells of its state only.
function kind(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return String(node.nodeType)
  const {key, name} = node.dataset
  return [node.nodeName, key, name, node.tabIndex < 0 ? node.classList[0] : ""].join(" ")
}

// For each new node the place of the old one that it becomes, or null: as many of them as can be, in their order.
function survivors(now, next) {
  const found = next.map(() => null)
  let start = 0
  while (start < now.length && start < next.length && now[start] === next[start]) found[start] = start++
  let [i, j] = [now.length, next.length]
  while (i > start && j > start && now[i - 1] === next[j - 1]) found[--j] = --i
  const [rows, columns] = [i - start, j - start]
  if (!rows || !columns) return found
  const most = Array.from({length: rows + 1}, () => new Uint16Array(columns + 1)) // that can stay from here on
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      most[row][column] = now[start + row] === next[start + column]
        ? most[row + 1][column + 1] + 1 : Math.max(most[row + 1][column], most[row][column + 1])
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (now[start + row] === next[start + column]) found[start + column++] = start + row++
    else if (most[row + 1][column] >= most[row][column + 1]) row++
    else column++
  }
  return found
}

function attributes(there, node) {
  for (const {name, value} of node.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value)
  for (const {name} of Array.from(there.attributes)) {
    const kept = (name === "open" && there.nodeName === "DETAILS") || (name === "style" && there.hasAttribute("popover"))
    if (!node.hasAttribute(name) && !kept) there.removeAttribute(name)
  }
  const busy = there.type === "range" ? there.matches(":active") : there.getRootNode().activeElement === there
  if (there.nodeName === "INPUT" && there.type !== "file" && !busy) {
    there.value = node.getAttribute("value") ?? ""
  }
  if (there.nodeName === "OPTION") there.selected = node.hasAttribute("selected")
}

// ---------------------------------------------------------------- "why?": on hover, on focus, on tap

const reason = (target) => target?.closest?.(".why")
const body = (why) => why?.querySelector(":scope > [popover]")

function show(why) {
  const box = body(why)
  if (!box) return
  if (!box.matches(":popover-open")) box.showPopover()
  const at = why.getBoundingClientRect()
  const width = box.offsetWidth
  const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), window.innerWidth - width - 8)
  const below = at.bottom + 6
  const top = below + box.offsetHeight > window.innerHeight - 8 ? Math.max(8, at.top - box.offsetHeight - 6) : below
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}

function hide(why) {
  const box = body(why)
  if (box?.matches(":popover-open")) box.hidePopover()
}

// ---------------------------------------------------------------- files

// A picture that is too large, as one that is not; null if it is no picture.
async function smaller(file, largest) {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement("canvas")
  const part = Math.min(1, 3000 / Math.max(picture.width, picture.height))
  canvas.width = Math.max(1, Math.round(picture.width * part))
  canvas.height = Math.max(1, Math.round(picture.height * part))
  const paper = canvas.getContext("2d")
  paper.fillStyle = "white"
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality))
    if (blob && blob.size <= largest) return blob
  }
  return null
}

// A map (Universal VTT) whose picture makes it too large, with a smaller one; null if that does not help.
const LARGEST_PICTURE = 4_000_000
async function lighter_map(file, largest) {
  const text = await file.text()
  const opening = /"image"\s*:\s*"/.exec(text)
  if (!opening) return null
  const start = opening.index + opening[0].length
  const end = text.indexOf('"', start)
  let picture = null
  try {
    const letters = atob(text.slice(start, end).replaceAll("\\/", "/"))
    picture = await smaller(new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]), LARGEST_PICTURE)
  } catch {} // no base64: the map is read without its picture
  const content = picture ? (await read_file(picture)).content : ""
  const lighter = new Blob([text.slice(0, start), content, text.slice(end)])
  return lighter.size <= largest ? lighter : null
}
const SHRINK = {picture: smaller, map: lighter_map}

// Files that were picked or dropped, one after the other; "also" marks those after the first, so that what is wrong
// with one is not forgotten.
async function send_files(model, dataset, files) {
  const largest = Number(dataset.largest)
  for (const [place, chosen] of files.entries()) {
    const told = {...dataset, name: chosen.name, also: place > 0}
    const shrink = chosen.size > largest && SHRINK[dataset.shrink]
    const file = shrink ? await shrink(chosen, largest) ?? chosen : chosen
    if (file.size > largest) model.send_msg({...told, too_large: true})
    else model.send_msg({...told, ...await read_file(file)})
  }
}

function read_file(file) {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve({content: String(reader.result).split(",")[1] ?? ""})
    reader.onerror = () => resolve({unreadable: true})
    reader.readAsDataURL(file)
  })
}

function save(name, blob) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function download({name, text, base64, type, width}) {
  if (width) save_picture(name, text, width)
  else save(name, new Blob([base64 ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : text], {type}))
}

// A drawing (SVG) as a picture (PNG) so many pixels wide.
async function save_picture(name, text, width) {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = Math.round((width * image.height) / image.width)
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  canvas.toBlob((blob) => save(name, blob), "image/png")
}

// Asks the browser to print a page of its own.
function print(html) {
  const frame = document.createElement("iframe")
  frame.style.cssText = "position:fixed;width:0;height:0;border:0"
  frame.srcdoc = html
  frame.onload = () => {
    frame.contentWindow.onafterprint = () => setTimeout(() => frame.remove())
    frame.contentWindow.focus()
    frame.contentWindow.print()
  }
  document.body.append(frame)
}

// ---------------------------------------------------------------- the component

// Whether somebody types into a field elsewhere on the page.
function is_typing(root) {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return ["INPUT", "TEXTAREA", "SELECT"].includes(active?.nodeName) && active.type !== "range" && !root.contains(active)
}

// Every piece of the page, for what is shown in all of them (changing.js).
const pieces = (window.massbattlePieces ??= new Set())

export function render({model}) {
  const root = document.createElement("div")
  root.className = "live"
  pieces.add(root)
  let focused = null
  let revealed = null
  const update = () => {
    const wanted = document.createElement("template")
    wanted.innerHTML = model.markup
    root.querySelectorAll(".by").forEach((mark) => mark.remove())
    morph(root, wanted.content)
    window.massbattleMark?.(root)
    const calm = matchMedia("(pointer: coarse)").matches || is_typing(root) // a keyboard would hide half a phone
    const fits = calm ? ":not([data-focus=desk])" : ""
    const writing = root.querySelector(`input[data-focus]:not([data-focused])${fits}`)
    if (writing) {
      writing.dataset.focused = ""
      writing.focus()
      writing.select()
    }
    const wants_focus = root.querySelector(`[data-focus]${fits}`)
    if (wants_focus && wants_focus !== focused) setTimeout(() => wants_focus.focus({preventScroll: true}))
    focused = wants_focus
    const reveal = root.querySelector("[data-reveal]")
    if (reveal && reveal !== revealed) setTimeout(() => reveal.scrollIntoView({block: "nearest"}), 60) // once laid out
    revealed = reveal
    const {language, theme} = model.page
    if (language) document.documentElement.lang = language
    if (theme) document.documentElement.dataset.mbTheme = theme
  }
  update()
  model.on("markup", update)
  model.on("page", update)
  model.on("msg:custom", (message) => {
    if (message.download) download(message.download)
    if (message.join) fetch("join", {method: "POST", body: new URLSearchParams({token: message.join})})
    if (message.print) print(message.print)
    if (message.go) window.location.assign(message.go)
  })

  let typed = null
  const tell = () => {
    if (!typed) return
    const {input, value, timer} = typed
    clearTimeout(timer)
    typed = null
    model.send_msg({...input.dataset, do: input.dataset.live, value})
  }
  root.addEventListener("click", (event) => {
    const doer = event.target.closest("[data-do]")
    if (doer && !["INPUT", "SELECT", "TEXTAREA"].includes(doer.nodeName) && !doer.disabled) {
      tell()
      model.send_msg({...doer.dataset})
      if (!("keep" in doer.dataset)) doer.closest("details.menu")?.removeAttribute("open")
    }
    const opener = event.target.closest("[data-opens]")
    if (opener) {
      const menu = root.querySelector(`details[data-name="${opener.dataset.opens}"]`)
      menu?.setAttribute("open", "")
      menu?.querySelector("input")?.focus()
    }
    const copied = event.target.closest("[data-copy]")?.parentElement.querySelector("input")
    if (copied) { // the newer interface is there only with TLS
      copied.select()
      document.execCommand("copy")
    }
    const why = reason(event.target)
    if (why) show(why)
  })
  root.addEventListener("change", (event) => {
    const input = event.target
    if (!input.dataset.do) return
    if (input.type === "file") {
      send_files(model, input.dataset, Array.from(input.files))
      input.value = ""
      return
    }
    tell()
    if (input.value.length > Number(input.dataset.largest)) model.send_msg({...input.dataset, too_large: true})
    else model.send_msg({...input.dataset, value: input.value})
    setTimeout(() => {
      if (input.nodeName === "INPUT" && input.getRootNode().activeElement !== input) input.value = input.getAttribute("value") ?? ""
    }, 1500)
  })
  root.addEventListener("input", (event) => {
    const input = event.target
    if (!input.dataset.live) return
    if (typed?.input === input) clearTimeout(typed.timer)
    else tell()
    typed = {input, value: input.value, timer: setTimeout(tell, 120)}
  })
  const drop_place = (event) => event.dataTransfer?.types.includes("Files") && event.target.closest?.("[data-drop]")
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    root.addEventListener(name, (event) => {
      const place = drop_place(event)
      if (!place) return
      event.preventDefault()
      place.classList.toggle("over", name === "dragenter" || name === "dragover")
      if (name === "drop") {
        send_files(model, {do: place.dataset.drop, largest: place.dataset.largest}, Array.from(event.dataTransfer.files))
      }
    })
  }
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hide(reason(event.target))
      event.target.closest("details.menu")?.removeAttribute("open")
      if (event.target.nodeName === "INPUT") event.target.value = event.target.getAttribute("value") ?? ""
      else if (!event.target.closest("details.menu, textarea, select")) root.querySelector("[data-escape]")?.click()
    }
    const tabs = event.target.closest("[role=tablist]")?.querySelectorAll("[role=tab]")
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key]
    if (tabs && step) {
      const next = tabs[(Array.from(tabs).indexOf(event.target) + step + tabs.length) % tabs.length]
      next.focus()
      next.click()
    }
    if (event.target.nodeName === "INPUT" && ["Enter", "Escape"].includes(event.key)) event.target.blur()
  })
  root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(reason(event.target)))
  root.addEventListener("pointerout", (event) => {
    const why = reason(event.target)
    if (why && event.pointerType === "mouse" && !why.contains(event.relatedTarget)) hide(why)
  })
  root.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && show(reason(event.target)))
  root.addEventListener("focusout", (event) => hide(reason(event.target)))

  // A menu that searches is typed into at once, except where a keyboard would hide half a phone.
  root.addEventListener("toggle", (event) => {
    const search = event.target.matches("details.menu[open]") && event.target.querySelector("input[type=search]")
    if (search && !matchMedia("(pointer: coarse)").matches) {
      search.focus()
      search.select()
    }
  }, true)

  const outside = (event) => {
    const inside = event.composedPath()
    root.querySelectorAll("details.menu[open]").forEach((menu) => inside.includes(menu) || menu.removeAttribute("open"))
    root.querySelectorAll(":popover-open").forEach((box) => inside.includes(box.parentElement) || box.hidePopover())
  }
  // Escape closes a drawer from wherever no field, menu or board makes something else of it.
  const escape = (event) => {
    const [target] = event.composedPath()
    const busy = target.closest?.("input, textarea, select, details.menu[open], [role=application]")
    if (event.key === "Escape" && !busy && !event.composedPath().includes(root)) root.querySelector("[data-escape]")?.click()
  }
  document.addEventListener("pointerdown", outside)
  document.addEventListener("keydown", escape)
  model.on("remove", () => {
    document.removeEventListener("pointerdown", outside)
    document.removeEventListener("keydown", escape)
    pieces.delete(root)
  })
  return root
}
