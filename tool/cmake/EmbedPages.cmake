# cmake -DPAGES=<folder> -DOUTPUT=<file> -P EmbedPages.cmake: the Markdown pages of a folder as rows of a C++ table,
# {"name", "text"}, in the order of their names.
file(GLOB pages ${PAGES}/*.md)
set(rows "")
foreach(page IN LISTS pages)
  cmake_path(GET page STEM name)
  file(READ "${page}" text)
  string(APPEND rows "{\"${name}\", R\"page(${text})page\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "${rows}")
