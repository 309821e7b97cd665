import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * The most distinctive syllable of each Vietnamese noun that is common in APIs, with the English word. Users may type
 * without accents. A syllable is left out if it equals another word without accents: "thẻ" (card) and "thể" (can) both
 * become "the".
 */
export const vietnameseNouns = lazy(() =>
  pairs(`
  người user, khách customer, nhân employee, nhánh branch, giả author, khoản account, quyền permission, địa address, công company,

  phẩm product, đơn order, hóa hoá invoice, toán payment, giá price, khuyến promotion, giỏ cart, loại mục category,

  phòng room, sự event, tuyến route, bệnh patient, thuốc medicine, khóa khoá học course, lớp class, viên student, trường school, chứng certificate,

  xế driver, phim movie, bài post, sách book, chương chapter, ảnh image, tin nhắn message, bình comment, thích favorite, nhiệm task, khiếu complaint,
  thiết device,

  lượng quantity, phỏng interview, trạng status`),
)

/** Vietnamese verbs that are common in the titles of tools, each with its English word. */
export const vietnameseVerbs = lazy(() =>
  pairs(`
  gửi send, mua buy, duyệt approve, chối reject, xuất export, tải upload, gán assign, kích activate, bật enable, chặn block, dõi follow, chuyển transfer,
  mở open, xác verify, thoát logout`),
)

/**
 * Short syllables of nouns, each with the English word. Other languages and abbreviations have the same syllables, so
 * no English word is translated to them.
 */
export const vietnameseSyllables = lazy(() =>
  pairs(`
  dùng user, quản manager, nhóm group, đội team, hồ profile, vai role, mật khẩu password, sản product, giảm discount, cửa store, kho warehouse,
  cung supplier, hoàn refund, vận shipment, thuế tax, ví wallet, vay loan, phí fee, tiền amount, hợp contract, hiểm insurance, ghế seat, lịch schedule,
  hẹn appointment, sĩ doctor, tiêm vaccine, khám appointment, sinh student, giáo teacher, môn subject, hỏi question, lời answer, nhà house, nhạc song,
  hình image, tệp file, liệu document, luận comment, kênh channel, báo notification, vụ task, vấn issue, yêu request, cáo report, cài setting,
  cảnh alert, nghỉ leave, ứng candidate, kỹ skill, món dish, trận match, giải tournament, trò game, tập workout, tiết weather, tiêu title,
  mô description, ngày date, điện phone, phố city, nước country, tuổi age, màu color, thi exam, dự project, vé ticket, tồn inventory, bè friend,
  ty company, xe vehicle`),
)
